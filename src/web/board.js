/*<![CDATA[*/
// @ts-nocheck
/* A board that is played on: positions, legal steps, a drawing, taps and drags. A plain script, for pages that are one
   file as for modules, which import it for globalThis.kibitzerBoard alone.

   Boards are arrays of 26, seen by whoever is to play: his chequers count up from 0, the opponent's down; 25 is his bar,
   0 the opponent's. First and last line for XML. */
(function () {
'use strict';
/* Words of ours: a report has them in its language, a page looks them up. tools/po/pot.sh finds them by their marks. */
function say(words, ...holes) {
  const own = globalThis.kibitzerWords;
  return (own ? own(words) : words).replace(/\{(\d)\}/g, (m, i) => holes[i]);
}
/* A figure as the language writes it. */
function mark(figure) {
  return String(figure).replace('.', say('«#»'));
}
function percent(x) {
  return say('«{0}%»', mark((100 * x).toFixed(1)));
}

const SVG = 'http://www.w3.org/2000/svg', WIDTH = 644, HEIGHT = 484;

/* ---- positions ---- */

/* An XGID in fields. side: 0 or 1, who is to play (XGID's -1 and 1). cube: its value; owner: 'own', 'theirs' or ''.
   score: of sides 0 and 1. dice: [] before the roll. offered: 'D' where a double is to be answered, 'B' a beaver, 'R' a raccoon. */
function read(id) {
  const f = String(id).replace(/^XGID=/, '').split(':'), side = f[3] === '1' ? 1 : 0, b = [];
  if (f.length < 9 || f[0].length !== 26) throw new Error('not an XGID: ' + id);
  for (let i = 0; i < 26; i++) {
    const c = f[0].charCodeAt(side ? i : 25 - i), v = c > 96 ? 96 - c : c > 64 ? c - 64 : 0;
    b.push(side ? v : -v);
  }
  const holder = +f[2] * (side ? 1 : -1);
  return {b, side, cube: 2 ** +f[1], owner: holder > 0 ? 'own' : holder < 0 ? 'theirs' : '', score: [+f[6], +f[5]],
    dice: /^[1-6]{2}$/.test(f[4]) && f[4] !== '00' ? [+f[4][0], +f[4][1]] : [], offered: /^[DBR]$/.test(f[4]) ? f[4] : '', rules: +f[7], length: +f[8], most: f[9] || '10'};
}

function write(p) {
  let text = '';
  for (let i = 0; i < 26; i++) {
    const v = p.side ? p.b[i] : -p.b[25 - i];
    text += v > 0 ? String.fromCharCode(64 + v) : v < 0 ? String.fromCharCode(96 - v) : '-';
  }
  const holder = (p.owner === 'own' ? 1 : p.owner === 'theirs' ? -1 : 0) * (p.side ? 1 : -1);
  return ['XGID=' + text, Math.log2(p.cube), holder, p.side ? 1 : -1, p.offered || p.dice.join('') || '00', p.score[1], p.score[0],
    p.rules, p.length, p.most].join(':');
}

/* Seen by the other side, who is to roll. */
function turned(p) {
  const owner = {own: 'theirs', theirs: 'own', '': ''}[p.owner];
  return {...p, b: p.b.map((v, i) => -p.b[25 - i] + 0), side: 1 - p.side, owner, dice: [], offered: ''};
}

function count(b, sign) {
  return b.reduce((n, v) => n + Math.max(sign * v, 0), 0);
}

function pips(b, own) {
  return b.reduce((n, v, i) => n + (own ? Math.max(v, 0) * i : Math.max(-v, 0) * (25 - i)), 0);
}

/* ---- legal steps ---- */

function moved(b, from, to) {
  const c = b.slice();
  c[from]--;
  if (to > 0) {
    if (c[to] === -1) {
      c[to] = 0;
      c[0]--;
    }
    c[to]++;
  }
  return c;
}

function may(b, from, die) {
  const to = from - die;
  if (b[from] < 1 || b[25] > 0 && from !== 25) return false;
  if (to > 0) return b[to] > -2;
  for (let i = 7; i < 26; i++) if (b[i] > 0) return false;
  if (to < 0) for (let i = from + 1; i < 7; i++) if (b[i] > 0) return false;
  return true;
}

function without(dice, die) {
  const d = dice.slice();
  d.splice(d.indexOf(die), 1);
  return d;
}

function different(dice) {
  return dice.filter((d, i) => dice.indexOf(d) === i);
}

/* How many of the dice can be played; `seen` remembers. */
function most(b, dice, seen) {
  const key = b.join() + '|' + dice.join();
  if (key in seen) return seen[key];
  let best = 0;
  different(dice).some(die => {
    for (let from = 25; from > 0; from--) if (may(b, from, die)) {
      best = Math.max(best, 1 + most(moved(b, from, Math.max(from - die, 0)), without(dice, die), seen));
      if (best === dice.length) return true;
    }
    return false;
  });
  seen[key] = best;
  return best;
}

/* The steps {from, to, die} that a legal play may go on with; q: {b, dice, seen}, the dice that are left. */
function stepsOf(q) {
  const left = most(q.b, q.dice, q.seen);
  let list = [];
  different(q.dice).forEach(die => {
    for (let from = 25; from > 0; from--) if (may(q.b, from, die)) {
      const to = Math.max(from - die, 0);
      if (1 + most(moved(q.b, from, to), without(q.dice, die), q.seen) === left) list.push({from, to, die});
    }
  });
  if (left === 1 && q.dice.length === 2 && q.dice[0] !== q.dice[1]) {
    const large = Math.max(q.dice[0], q.dice[1]);
    if (list.some(s => s.die === large)) list = list.filter(s => s.die === large);
  }
  return left ? list : [];
}

/* A play by its notation, made on a board. */
function played(b, text) {
  text.split(/\s+/).forEach(word => {
    const m = /^(\w+)((?:\/\w+\*?)+)(?:\((\d)\))?$/.exec(word);
    for (let n = m ? +m[3] || 1 : 0; n > 0; n--) {
      let at = m[1] === 'bar' ? 25 : +m[1];
      m[2].replace(/\*/g, '').split('/').slice(1).forEach(name => {
        const to = name === 'off' ? 0 : +name;
        b = moved(b, at, to);
        at = to;
      });
    }
  });
  return b;
}

function nameOf(point) {
  return point === 25 ? 'bar' : point === 0 ? 'off' : String(point);
}

function wordsOf(steps) {
  return steps.map(s => nameOf(s.from) + '/' + nameOf(s.to) + (s.hit ? '*' : '')).join(' ');
}

/* A play that is being made: {b, dice, steps} change with step(from, to?), which says whether it could, undo() and swap(). */
function playOf(b, dice) {
  const all = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : [Math.max(...dice), Math.min(...dice)];
  const q = {b, dice: all, steps: [], seen: {}}, past = [];
  q.next = () => stepsOf(q);
  q.done = () => q.next().length === 0;
  q.step = (from, to) => {
    const fits = q.next().filter(s => s.from === from && (to === undefined || s.to === to));
    const s = fits.find(f => f.die === q.dice[0]) || fits[0];
    if (!s) return to !== undefined && q.way(from, to);
    past.push({b: q.b, dice: q.dice});
    s.hit = s.to > 0 && q.b[s.to] === -1;
    q.steps.push(s);
    q.b = moved(q.b, s.from, s.to);
    q.dice = without(q.dice, s.die);
    return true;
  };
  /* Several steps of one chequer, as a drag makes them. */
  q.way = (from, to) => {
    const starts = q.next().filter(s => s.from === from && s.to > to);
    return starts.some(s => {
      q.step(from, s.to);
      if (q.step(s.to, to)) return true;
      q.undo();
      return false;
    });
  };
  q.undo = () => {
    if (past.length === 0) return;
    Object.assign(q, past.pop());
    q.steps.pop();
  };
  q.swap = () => {
    q.dice = q.dice.slice().reverse();
  };
  return q;
}

/* ---- drawing: the places of draw.c ---- */

function shape(tag, parent, attributes, text) {
  const e = document.createElementNS(SVG, tag);
  Object.keys(attributes).forEach(k => e.setAttribute(k, attributes[k]));
  if (text !== undefined) e.textContent = text;
  parent.append(e);
  return e;
}

const COLOURS = {frame: '#5b4232', tray: '#48331f', table: '#efe6d2', dark: '#b98a5e', light: '#d9c49c', num: '#f1e6d6', c0: '#fdfaf3', x0: '#5b4939',
  c1: '#2b3038', x1: '#0d0f12'};
function colour(name) {
  return 'var(--' + name + ',' + COLOURS[name] + ')';
}

/* The middle of a point's column; left: the home boards are on the left. */
function across(p, left) {
  const column = p > 12 ? p - 13 : 12 - p, x = p === 0 || p === 25 ? 6.05 : column > 5 ? column + 1.1 : column;
  return 80 + 40 * (left ? 12.1 - x : x);
}

function chequers(g, who, n, x, y, step, shown) {
  for (let i = 0; i < Math.min(n, shown); i++)
    shape('circle', g, {cx: x, cy: y + step * i, r: 18, fill: colour('c' + who), stroke: colour('x' + who), 'stroke-width': 1.4});
  if (n > shown)
    shape('text', g, {x, y: y + step * (shown - 1) + 6.5, 'font-size': 18, fill: who ? '#f7f3ea' : '#2b2018'}, n);
}

function emptyBoard(g, left) {
  const outside = left ? [7, 596] : [596, 7];
  shape('rect', g, {width: WIDTH, height: HEIGHT, rx: 6, fill: colour('frame')});
  shape('rect', g, {x: 60, y: 22, width: 240, height: 440, fill: colour('table')});
  shape('rect', g, {x: 344, y: 22, width: 240, height: 440, fill: colour('table')});
  outside.forEach(x => [22, 252].forEach(y => shape('rect', g, {x, y, width: 41, height: 210, rx: 3, fill: colour('tray')})));
  for (let p = 1; p < 25; p++) {
    const x = across(p, left), top = p > 12;
    shape('path', g, {d: 'M' + (x - 20) + ' ' + (top ? 22 : 462) + 'h40l-20 ' + (top ? 190 : -190) + 'z', fill: colour(p % 2 ? 'light' : 'dark')});
    shape('text', g, {x, y: top ? 16 : 478, 'font-size': 14, fill: colour('num')}, p);
  }
}

function dieOf(g, who, n, x, y) {
  const at = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};
  shape('rect', g, {x: x - 17, y: y - 17, width: 34, height: 34, rx: 5, fill: colour('c' + who), stroke: colour('x' + who), 'stroke-width': 1.4});
  at[n].forEach(i => shape('circle', g, {cx: x + 9.5 * (i % 3 - 1), cy: y + 9.5 * (Math.floor(i / 3) - 1), r: 3.4, fill: who ? '#f7f3ea' : '#2b2018'}));
}

/* What stands upside down, with words that do not. */
function turnOver(g) {
  g.setAttribute('transform', 'matrix(1 0 0 -1 0 ' + HEIGHT + ')');
  g.querySelectorAll('text').forEach(t => t.setAttribute('transform', 'matrix(1 0 0 -1 0 ' + (2 * t.getAttribute('y') - 0.72 * t.getAttribute('font-size')) + ')'));
}

/* Draws a position (read()) with whoever is to play at the bottom. options.left: home boards on the left; options.flip: whoever is
   to play at the top; options.dice: those left to play, in their order; options.b: another board than the position's, a play being
   made. */
function draw(svg, p, options = {}) {
  const {left = false, flip = false, b = p.b, dice = p.dice} = options, own = p.side, theirs = 1 - p.side, g = document.createElementNS(SVG, 'g');
  g.style.filter = 'none';
  svg.setAttribute('viewBox', '0 0 ' + WIDTH + ' ' + HEIGHT);
  emptyBoard(g, left);
  for (let i = 1; i < 25; i++)
    if (b[i] !== 0) chequers(g, b[i] > 0 ? own : theirs, Math.abs(b[i]), across(i, left), i > 12 ? 41 : 443, i > 12 ? 38 : -38, 5);
  if (b[25] > 0) chequers(g, own, b[25], 322, 185, -38, 4);
  if (b[0] < 0) chequers(g, theirs, -b[0], 322, 299, 38, 4);
  for (const [who, n, below] of [[own, 15 - count(b, 1), true], [theirs, 15 - count(b, -1), false]])
    for (let i = 0; i < n; i++)
      shape('rect', g, {x: left ? 9 : 597, y: below ? 448 - 13.5 * i : 25 + 13.5 * i, width: 38, height: 11, rx: 2, fill: colour('c' + who), stroke: colour('x' + who)});
  dice.forEach((n, i) => dieOf(g, own, n, 464 - 22 * (dice.length - 1) + 44 * i, 242));
  const y = p.owner === 'own' ? 442 : p.owner === 'theirs' ? 42 : 242, x = left ? 616 : 28;
  shape('rect', g, {x: x - 18, y: y - 18, width: 36, height: 36, rx: 5, fill: '#fffdf8', stroke: '#6f5a48', 'stroke-width': 1.4});
  shape('text', g, {x, y: y + 6, 'font-size': 17, fill: '#8a1f1f'}, p.cube === 1 ? 64 : p.cube);
  if (flip) turnOver(g);
  svg.replaceChildren(g);
}

const KINDS = {good: 'var(--ok,#1d7a3a)', bad: 'var(--bad,#c22a1e)'};

/* Arrows of a play (its notation) over a position that is drawn: kind 'good' or 'bad'. */
function arrows(svg, p, play, kind, {left = false, flip = false} = {}) {
  const g = shape('g', svg, {stroke: KINDS[kind], fill: KINDS[kind], opacity: 0.85, 'pointer-events': 'none'}), same = {};
  if (flip) g.setAttribute('transform', 'matrix(1 0 0 -1 0 ' + HEIGHT + ')');
  const spot = (point, n) => point === 25 ? [322, 185] : point === 0 ? [left ? 28 : 616, 402]
    : [across(point, left), point > 12 ? 41 + 38 * Math.min(Math.max(n, 0), 4) : 443 - 38 * Math.min(Math.max(n, 0), 4)];
  play.split(/\s+/).forEach(word => {
    const m = /^(\w+)(?:\/\w+\*?)*\/(\w+)\*?(?:\((\d)\))?$/.exec(word);
    for (let n = m ? +m[3] || 1 : 0; n > 0; n--) {
      const from = m[1] === 'bar' ? 25 : +m[1], to = m[2] === 'off' ? 0 : +m[2], k = from + '/' + to, [x, y] = spot(from, p.b[from] - 1), [u, v] = spot(to, p.b[to]);
      const l = Math.hypot(u - x, v - y) || 1, dx = (u - x) / l, dy = (v - y) / l, s = 11 * (same[k] = (same[k] || 0) + 1) - 11;
      shape('path', g, {'stroke-width': 5, d: `M${x - dy * s} ${y + dx * s}L${u - dy * s - 12 * dx} ${v + dx * s - 12 * dy}`});
      shape('path', g, {stroke: 'none', d: `M${u - dy * s} ${v + dx * s}l${-18 * dx - 9 * dy} ${-18 * dy + 9 * dx}l${18 * dy} ${-18 * dx}z`});
    }
  });
}

/* What is true of every worse play: how its chances (win, win_g, lose_g of a hint) differ from the best one's. */
function reasonOf(best, mine) {
  return [['«Wins {0} of the games instead of {1}.»', 'win'], ['«Wins a gammon in {0} of the games instead of {1}.»', 'win_g'], ['«Loses a gammon in {0} of the games instead of {1}.»', 'lose_g']]
    .filter(([, k]) => percent(best[k]) !== percent(mine[k])).map(([words, k]) => say(words, percent(mine[k]), percent(best[k]))).join(' ');
}

/* A bar of the chances to win, and what it says. */
function chancesBar(e) {
  const bar = document.createElement('div'), won = document.createElement('i');
  bar.className = 'ev';
  bar.setAttribute('role', 'img');
  bar.title = say('«wins {0}, gammons {1}; loses {2}, gammons {3}»', percent(e.win), percent(e.win_g), percent(1 - e.win), percent(e.lose_g));
  bar.setAttribute('aria-label', bar.title);
  won.style.width = (100 * e.win).toFixed(1) + '%';
  bar.append(won);
  return bar;
}

/* What was rolled out: a play, or a cube action. */
function actionOf({play}) {
  return {'no double': say('«no double»'), 'double, take': say('«double, take»'), 'double, pass': say('«double, pass»')}[play] || play;
}

/* Whether the best of what was rolled out is known: 1.96 standard errors of the difference, as if the games were others
 * where no joint one is given. Cube actions are in an order of their own; a double is worth a pass at most. */
function closeness(results) {
  const pass = {play: 'double, pass', equity: 1, standard_error: 0};
  const [a, b] = results.slice(0, 2).map(r => r.play === 'double, take' && r.equity > 1 ? pass : r).sort((x, y) => y.equity - x.equity);
  if (!b || b.equity === null) return '';
  const by = a.equity - b.equity, range = 1.96 * (b.behind_standard_error ?? Math.hypot(a.standard_error, b.standard_error));
  return say(by < range ? '«Too close to call: {0} is {1} ± {2} better than {3}.»' : '«{0} is {1} ± {2} better than {3}.»',
    actionOf(a), mark(by.toFixed(3)), mark(range.toFixed(3)), actionOf(b));
}

/* Where a chequer of a point can be touched. */
function areaOf(p, left, flip) {
  if (flip) {
    const a = areaOf(p, left);
    return {...a, y: HEIGHT - a.y - a.height};
  }
  if (p === 0) return {x: left ? 5 : 592, y: 247, width: 46, height: 217};
  if (p === 25) return {x: 300, y: 22, width: 44, height: 215};
  return {x: across(p, left) - 20, y: p > 12 ? 22 : 247, width: 40, height: 215};
}

function pointAt(svg, event, left, flip) {
  const m = svg.getScreenCTM(), x = (event.clientX - m.e) / m.a, y = (event.clientY - m.f) / m.d;
  for (let p = 0; p < 26; p++) {
    const a = areaOf(p, left, flip);
    if (x >= a.x && x < a.x + a.width && y >= a.y && y < a.y + a.height) return p;
  }
  return -1;
}

/* A board that legal plays are made on: a tap on a chequer makes a step with the first of the dice, a drag any steps of
   it; Enter does what a tap does. changed(play) after each. Returns {play, show()}. */
function playable(svg, position, {left = false, flip = false, changed = () => {}} = {}) {
  const play = playOf(position.b, position.dice), self = {play, show};
  let held = -1;
  function show(focus) {
    draw(svg, position, {left, flip, b: play.b, dice: play.dice});
    const places = different(play.next().map(s => s.from)).sort((a, z) => z - a);
    places.forEach(p => {
      const a = areaOf(p, left, flip);
      const r = shape('rect', svg, {...a, fill: 'transparent', role: 'button', tabindex: 0, 'class': 'hit', 'data-p': p,
        'aria-label': p === 25 ? say('«enter from the bar»') : say('«move from point {0}»', p)});
      if (p === focus) r.focus({preventScroll: true});
    });
    changed(play);
  }
  function make(from, to) {
    const ok = play.step(from, to);
    if (ok) show(from);
    return ok;
  }
  svg.style.touchAction = 'none';
  svg.onpointerdown = e => { held = pointAt(svg, e, left, flip); };
  svg.onpointerup = e => {
    const at = pointAt(svg, e, left, flip), from = held;
    held = -1;
    if (from >= 0 && at === from) make(from);
    else if (from >= 0 && at >= 0) make(from, at);
  };
  svg.onkeydown = e => {
    const r = e.target.closest('[data-p]');
    if (!r || e.key !== 'Enter' && e.key !== ' ') return;
    e.preventDefault();
    e.stopPropagation();
    make(+r.dataset.p);
  };
  show();
  return self;
}

globalThis.kibitzerBoard = {say, mark, percent, actionOf, read, write, turned, count, pips, moved, may, without, different, most, stepsOf, played, nameOf, wordsOf, playOf, draw, arrows, reasonOf, chancesBar, closeness, playable,
  areaOf, pointAt};
})();
/*]]>*/
