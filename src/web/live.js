/*<![CDATA[*/
/* The report that answers back: the engine of the element #engine in a worker, and what a reader asks it. Everything here
   comes on top of a page that reads as well without. First and last line for XML. */
(function () {
'use strict';
const doc = document, board = globalThis.kibitzerBoard, {say, mark, percent, actionOf} = board, LEFT = doc.body.classList.contains('left');
const LEVELS = ['0ply', '1ply', '2ply', '3ply', '4ply'], LISTED = 6;

function make(tag, parent, cls, text) {
  const e = doc.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}
function button(parent, text, act) {
  const b = make('button', parent, '', text);
  b.type = 'button';
  b.addEventListener('click', act);
  return b;
}
const percent0 = x => say('«{0}%»', Math.round(100 * x));
function equity(x) {
  return x === null ? '\u2013' : (Math.abs(x) < 0.0005 ? '' : x < 0 ? '\u2212' : '+') + mark(Math.abs(x).toFixed(3));
}

/* ---- the engine ---- */

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

let parts = null; // {url, module}: what workers are made of
function partsOfPage() {
  parts = parts || (async () => {
    const [glue, wasm] = doc.getElementById('engine').textContent.split('\n');
    return {url: URL.createObjectURL(new Blob([await unpacked(glue)], {type: 'text/javascript'})), module: await WebAssembly.compile(await unpacked(wasm))};
  })();
  return parts;
}

/* A worker: {ask(what, onProgress), end()}; docs/web.md has the questions. */
async function openWorker() {
  const {url, module} = await partsOfPage(), worker = new Worker(url), waiting = new Map();
  let n = 0;
  const failed = text => {
    waiting.forEach(w => w.reject(new Error(text)));
    waiting.clear();
  };
  worker.onerror = e => failed(e.message || 'the worker does not start');
  worker.onmessage = ({data}) => {
    const w = waiting.get(data.id);
    if (!w) return;
    if (data.progress) {
      w.onProgress(data.progress);
      return;
    }
    waiting.delete(data.id);
    if (data.error !== undefined) w.reject(new Error(data.error));
    else w.resolve(data.answer);
  };
  const client = {
    ask: (what, onProgress = () => {}) => new Promise((resolve, reject) => {
      waiting.set(++n, {resolve, reject, onProgress});
      worker.postMessage({id: n, ...what});
    }),
    end() {
      worker.terminate();
      failed('stopped');
    }
  };
  if ((await client.ask({ask: 'open', wasm: module})).code !== 0) throw new Error(say('«this browser computes with wrong results; the engine is not used»'));
  const own = doc.getElementById('words');
  if (own) await client.ask({ask: 'words', code: own.dataset.code, bytes: Uint8Array.from(atob(own.textContent), c => c.charCodeAt(0))});
  return client;
}

let engine = null;
function theEngine() {
  engine = engine || openWorker().catch(e => {
    engine = null;
    throw e;
  });
  return engine;
}
function stop() {
  if (engine) engine.then(e => e.end(), () => {});
  if (second) second.then(e => e.end(), () => {});
  engine = second = null;
}

function checked(answer) {
  if (answer.code < 0) throw new Error(answer.messages.map(m => m.display || m.text).join('\n') || 'code ' + answer.code);
  return answer;
}
async function question(ask, position, options, onProgress) {
  return checked(await (await theEngine()).ask({ask, position, options}, onProgress)).document;
}

const kibitzer = {};
for (const ask of ['hint', 'cube', 'evaluate', 'rollout'])
  kibitzer[ask] = (position, options, onProgress) => question(ask, position, options, onProgress);
kibitzer.stop = stop;
window.kibitzer = kibitzer;

/* ---- what the page says, against what its certificate comes to ---- */

/* As it was written, up to this script and before any that follows; of what stands behind, the scripts and the kinds of the
   rest. A script that was put into the page can say what it likes: docs/verify.md. */
const ME = doc.currentScript, WRITTEN = doc.documentElement.outerHTML;
const NEIGHBOUR = (rel, word) => `(?:<a rel="${rel}" href="\\./[\\w.~/%-]+">${word}<span class="vh">« match»</span></a>)?`;
const NEIGHBOURS = new RegExp('<span class="neighbours">' + NEIGHBOUR('prev', '«Previous»') + NEIGHBOUR('next', '«Next»') + '</span>(?=</nav>)');

function upToHere(html) {
  return html.slice(0, html.indexOf(ME.outerHTML)).replace(NEIGHBOURS, '');
}
function behind(page) {
  const script = Array.from(page.scripts).find(s => s.outerHTML === ME.outerHTML), all = script ? Array.from(script.parentNode.childNodes) : [];
  return Array.from(page.childNodes).concat(all.slice(all.indexOf(script)).filter(n => n.id !== 'replay' && n.textContent.trim())) // which moves
    .map(n => n.nodeName === 'SCRIPT' ? n.outerHTML : n.nodeName).join('\n');
}

/* Pieces of a page by name: decisions by their anchors, and what is left around them. */
function piecesOf(html) {
  const page = new DOMParser().parseFromString(html, 'text/html'), pieces = new Map();
  page.querySelectorAll('.d[id]').forEach(d => {
    pieces.set(d.id, d.outerHTML);
    d.replaceChildren();
  });
  page.querySelectorAll('body > .head, main > *').forEach((e, i) => pieces.set(e.id || e.className || 'part ' + i, e.outerHTML));
  return pieces;
}

/* The names of the pieces that are others; of what is none of them, "the page around them". */
function differing(text) {
  const made = new DOMParser().parseFromString(text, 'text/html'), there = made.documentElement.outerHTML;
  if (upToHere(WRITTEN) === upToHere(there) && behind(doc) === behind(made)) return [];
  const a = piecesOf(WRITTEN), b = piecesOf(there), names = [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name));
  return names.length ? names : [say('«the page around them»')];
}

const bytes = text => new TextEncoder().encode(text);

/* {verdict, decisions, checked, differ, page, unproven}: differ are decisions that come to something else, page the pieces of this
   page that its analysis does not come to. */
kibitzer.verify = async onProgress => {
  const text = '<script type="application/json" id="certificate">' + doc.getElementById('certificate').textContent + '</' + 'script>';
  const files = [{name: 'report.html', bytes: bytes(text)}], options = {json: true, made: 'made.html'}, worker = await theEngine();
  await worker.ask({ask: 'install', files: [{name: 'kibitzer/live-engine.txt', bytes: bytes(doc.getElementById('engine').textContent)}]});
  const answer = checked(await worker.ask({ask: 'run', command: 'verify', options, inputs: ['report.html'], files}, onProgress));
  const {verdict, decisions, checked: n, differ, unproven, why} = JSON.parse(new TextDecoder().decode(answer.output)).reports[0];
  const file = answer.files.find(f => f.name === 'made.html');
  if (!file || verdict === 'impossible') return {verdict, decisions, checked: n, differ, page: [], unproven, why};
  const page = differing(new TextDecoder().decode(file.bytes));
  return {verdict: page.length || differ.length || !n ? 'differs' : 'equal', decisions, checked: n, differ, page, unproven, why: null};
};

/* What no analysis can prove. */
const UNPROVEN = {title: '«title»', 'style sheet': '«style sheet»', warnings: '«warnings»', 'comments and facts': '«comments and facts»'};

async function verify(out, b) {
  b.disabled = true;
  out.className = 'lv';
  out.textContent = say('«Computing all decisions again: {0}»', percent0(0));
  try {
    const v = await kibitzer.verify(p => { out.textContent = say('«Computing all decisions again: {0}»', percent0(p.fraction)); });
    const words = names => names.slice(0, 12).join(', ') + (names.length > 12 ? ' \u2026' : '');
    out.textContent = v.verdict === 'equal' ? [say('«All equal: every decision was computed again ({0}), and the page shows the results.»', v.checked)]
      .concat(v.unproven.length ? say('«Nothing proves this part: {0}.»', v.unproven.map(name => UNPROVEN[name] || name).join(', ')) : [], say('«But no page can vouch for itself: only the program checks the whole file.»')).join('\n')
      : v.verdict === 'impossible' ? say('«This cannot be verified: {0}»', v.why)
      : v.differ.length ? say('«Decisions that differ: {0} of {1}: {2}»', v.differ.length, v.decisions, words(v.differ))
      : say('«The page does not show the results of its analysis: {0}»', words(v.page));
    out.className = 'lv ' + (v.verdict === 'equal' ? 'good' : 'bad');
  } catch (e) {
    out.textContent = say('«The engine says: {0}»', e.message);
  }
  b.disabled = false;
}

/* ---- answers in words ---- */

const one = x => mark((100 * x).toFixed(1));
function tableOf(parent, heads, rows) {
  const t = make('table', make('div', parent, 'pane'), 'movetable'), first = make('tr', t, 'moveheader');
  heads.forEach(h => make('th', first, '', h));
  rows.forEach((r, i) => {
    const tr = make('tr', t, r.mine ? i ? 'movethemove m3' : 'movethemove' : i ? '' : 'best');
    r.cells.forEach((c, k) => make(k ? 'td' : 'th', tr, k === r.cells.length - 1 ? 'percent' : '', c));
  });
}
function chances(e) {
  return [e.win, e.win_g, e.win_bg].map(one).join(' ') + ' \u2013 ' + [1 - e.win, e.lose_g, e.lose_bg].map(one).join(' ');
}
function showPlays(a, plays, mine) {
  const best = plays[0], shown = plays.slice(0, LISTED);
  if (mine && !shown.includes(mine)) shown.push(mine);
  tableOf(a, [say('«Plays: {0}, {1}-ply»', plays.length, best.plies), '«Equity»', '«Diff.»', '«Win g bg – lose g bg, %»'], shown.map(p => ({mine: p === mine,
    cells: [(plays.indexOf(p) + 1) + '. ' + p.play + (p.plies < best.plies ? ' (' + say('«{0}-ply»', p.plies) + ')' : ''), equity(p.equity),
      p === best ? '' : (p.plies < best.plies ? '\u2248' : '') + equity(p.equity - best.equity), chances(p)]})));
}
/* The engine's verdicts and answers, which are English. */
const VERDICTS = {'No double, take': '«No double, take»', 'No redouble, take': '«No redouble, take»', 'No double, beaver': '«No double, beaver»', 'No redouble, beaver': '«No redouble, beaver»',
  'Double, take': '«Double, take»', 'Redouble, take': '«Redouble, take»', 'Double, pass': '«Double, pass»', 'Redouble, pass': '«Redouble, pass»',
  'Double, beaver': '«Double, beaver»', 'Redouble, beaver': '«Redouble, beaver»', 'Too good to double, take': '«Too good to double, take»',
  'Too good to redouble, take': '«Too good to redouble, take»', 'Too good to double, pass': '«Too good to double, pass»', 'Too good to redouble, pass': '«Too good to redouble, pass»',
  'Optional double, take': '«Optional double, take»', 'Optional redouble, take': '«Optional redouble, take»', 'Optional double, pass': '«Optional double, pass»',
  'Optional redouble, pass': '«Optional redouble, pass»', 'Optional double, beaver': '«Optional double, beaver»', 'Optional redouble, beaver': '«Optional redouble, beaver»',
  'Never double, take (dead cube)': '«Never double, take (dead cube)»', 'Never redouble, take (dead cube)': '«Never redouble, take (dead cube)»',
  'No double, nothing at stake': '«No double, nothing at stake»', 'No redouble, nothing at stake': '«No redouble, nothing at stake»',
  take: '«take»', pass: '«pass»', beaver: '«beaver»', raccoon: '«raccoon»'};
const verdictOf = words => VERDICTS[words] || words;

function showCube(a, d) {
  if (d.answer) {
    make('p', a, 'verdict', say('«Right answer: {0}. Take {1}, pass {2}.»', verdictOf(d.answer), equity(d.take.equity), equity(d.pass.equity)));
    return;
  }
  showVerdict(make('p', a, 'verdict'), d);
}
function showVerdict(p, d) {
  p.replaceChildren(make('b', null, '', verdictOf(d.verdict)), '. ' + say('«No double {0}, take {1}, pass {2}.»', equity(d.no_double), equity(d.double_take), equity(d.double_pass)));
}

/* ---- dice ---- */

function die() {
  const one = new Uint8Array(1);
  do crypto.getRandomValues(one); while (one[0] > 251);
  return one[0] % 6 + 1;
}

/* ---- a decision ---- */

/* s: {p: position, level, game: on from here, flip: that side sits at the top, svg, said, controls, verdict, more, make: playable()} */
function mineAmong(s, plays) {
  const after = s.making.play.b.join();
  return plays.find(x => board.played(s.p.b, x.play).join() === after);
}

async function busy(s, text, work) {
  s.verdict.className = 'lv';
  s.verdict.textContent = text;
  s.stop.hidden = false;
  s.box.setAttribute('aria-busy', 'true');
  try {
    await work();
  } catch (e) {
    s.verdict.textContent = e.message === 'stopped' ? '«Stopped.»' : say('«The engine says: {0}»', e.message);
  }
  s.stop.hidden = true;
  s.box.removeAttribute('aria-busy');
}

const sides = s => ({left: LEFT, flip: s.flip});

/* What the engine would do, its progress in percent. */
function hint(s, p) {
  return kibitzer.hint(board.write(p), {level: s.level.value}, ({fraction}) => {
    if (fraction > 0) s.verdict.textContent = say('«Thinking: {0}»', percent0(fraction));
  });
}

function judge(s) {
  return busy(s, '«Thinking …»', async () => {
    const [answer] = await hint(s, s.p);
    s.answer.replaceChildren();
    if (!answer.plays) {
      s.verdict.textContent = '';
      showCube(s.answer, answer);
      return;
    }
    const made = s.making.play, plays = answer.plays, mine = made.steps.length && made.done() ? mineAmong(s, plays) : undefined;
    s.verdict.textContent = '';
    s.mine = mine ? {play: mine.play, rank: plays.indexOf(mine) + 1} : null;
    if (mine) {
      const lost = plays[0].equity - mine.equity;
      s.verdict.textContent = mine === plays[0] ? say('«{0} is right.»', mine.play)
        : say(mine.plies < plays[0].plies ? '«{0} loses about {1}. Best is {2}.»' : '«{0} loses {1}. Best is {2}.»', mine.play, mark(lost.toFixed(3)), plays[0].play);
      s.verdict.className = 'lv ' + (lost < 0.0005 ? 'good' : 'bad');
    }
    if (mine) {
      if (made.steps.length && s.making.play === made && mine !== plays[0]) board.arrows(s.svg, s.p, mine.play, 'bad', sides(s));
      board.arrows(s.svg, s.p, plays[0].play, 'good', sides(s));
      if (mine !== plays[0]) make('p', s.answer, 'lr', board.reasonOf(plays[0], mine));
      s.answer.append(board.chancesBar(mine));
    }
    showPlays(s.answer, plays, mine);
  });
}

function showPips(s, b) {
  s.pips.textContent = say('«Pips: you {0}, opponent {1}»', board.pips(b, true), board.pips(b, false));
}

function changed(s, play) {
  const done = play.done();
  s.moves.textContent = play.steps.length ? board.wordsOf(play.steps) : done ? '«No legal play.»' : '«Tap or drag the chequers that you would move.»';
  showPips(s, play.b);
  s.undo.disabled = play.steps.length === 0;
  s.swap.hidden = board.different(play.dice).length < 2;
  s.on.hidden = !done;
  if (done && play.steps.length) judge(s);
}

/* Lets the reader decide in a position. */
function face(s, p) {
  s.p = p;
  s.answer.replaceChildren();
  s.verdict.textContent = '';
  s.verdict.className = 'lv';
  s.making = s.mine = null;
  s.swap.hidden = s.undo.hidden = p.dice.length === 0;
  s.on.hidden = p.dice.length > 0;
  s.on.textContent = p.dice.length ? '«Play on»' : '«Roll»';
  s.double.hidden = p.dice.length > 0 || p.owner === 'theirs' || !s.game || p.offered || dead(p);
  s.take.hidden = s.pass.hidden = true;
  s.svg.onpointerdown = s.svg.onpointerup = null;
  if (p.dice.length) {
    s.making = board.playable(s.svg, p, {...sides(s), changed: play => changed(s, play)});
  } else {
    board.draw(s.svg, p, sides(s));
    showPips(s, p.b);
    s.moves.textContent = p.offered ? '«You have been doubled.»' : '«Before the roll.»';
  }
}

/* ---- on from here ---- */

function dead(p) {
  return p.length > 0 && (p.rules === 1 || p.score[p.side] + p.cube >= p.length);
}

function over(s, words) {
  s.moves.textContent = words;
  [s.on, s.double, s.take, s.pass, s.undo, s.swap].forEach(b => { b.hidden = true; });
}

async function engineMoves(s, p) {
  const rolled = {...p, dice: [die(), die()]}, [answer] = await hint(s, rolled);
  const play = answer.plays && answer.plays.length ? answer.plays[0].play : '', after = /\//.test(play) ? board.played(p.b, play) : p.b;
  if (board.count(after, 1) === 0) {
    board.draw(s.svg, {...rolled, b: after}, {left: LEFT, flip: !s.flip});
    over(s, say('«The engine rolls {0} and bears off its last chequer.»', rolled.dice.join('')));
    return;
  }
  face(s, board.turned({...p, b: after}));
  s.moves.textContent = play ? say('«The engine rolls {0}: {1}. Your turn.»', rolled.dice.join(''), play) : say('«The engine rolls {0}: no legal play. Your turn.»', rolled.dice.join(''));
}

async function engineTurn(s, p) {
  const doubles = p.owner !== 'theirs' && !dead(p) && /^(double|redouble)/i.test((await hint(s, p))[0].verdict);
  if (!doubles) {
    await engineMoves(s, p);
    return;
  }
  face(s, {...board.turned(p), cube: p.cube * 2});
  over(s, '«The engine doubles.»');
  s.take.hidden = s.pass.hidden = false;
  s.take.onclick = () => {
    s.take.hidden = s.pass.hidden = true;
    busy(s, '«Thinking …»', () => engineMoves(s, {...p, cube: p.cube * 2, owner: 'theirs'}));
  };
  s.pass.onclick = () => over(s, '«You pass.»');
}

function goOn(s) {
  s.game = true;
  const p = s.p;
  if (!p.dice.length) {
    face(s, {...p, offered: false, dice: [die(), die()]});
    return;
  }
  const b = s.making.play.b;
  if (board.count(b, 1) === 0) over(s, '«You have borne off your last chequer.»');
  else busy(s, '«Thinking …»', async () => {
    await engineTurn(s, board.turned({...p, b}));
    s.verdict.textContent = '';
  });
}

function doubled(s) {
  busy(s, '«Thinking …»', async () => {
    const p = s.p, [d] = await hint(s, {...p, offered: false});
    if (d.double_take > d.double_pass) {
      over(s, '«The engine passes.»');
      return;
    }
    face(s, {...p, cube: p.cube * 2, owner: 'theirs'});
    s.moves.textContent = '«The engine takes.»';
  });
}

/* ---- rollouts, in rounds ---- */

const ROUNDS = [72, 144, 288, 432, 648, 864, 1080, 1296], PLAYS_MOST = 5;

/* A second worker, where there is a second processor. */
let second = null;
function theSecond() {
  if (navigator.hardwareConcurrency > 1) second = second || openWorker();
  return second;
}

async function rollout(worker, id, options, files) {
  const answer = checked(await worker.ask({ask: 'run', command: 'rollout', options: {...options, json: true, state: 'state'}, inputs: [id], files}));
  return {state: (answer.files.find(f => f.name === 'state') || {}).bytes, results: JSON.parse(new TextDecoder().decode(answer.output)).results};
}

/* Each worker has a seed of its own and half of the games; the first one adds up: as `kibitzer rollout --merge` does. */
async function round(workers, states, id, options, trials) {
  const share = trials / workers.length;
  const done = await Promise.all(workers.map((w, i) => rollout(w, id, {...options, trials: share, seed: i + 1}, states[i] ? [{name: 'state', bytes: states[i]}] : [])));
  done.forEach((d, i) => { states[i] = d.state || states[i]; });
  if (workers.length === 1) return done[0].results;
  const both = states.map((bytes, i) => ({name: i ? 'other' : 'state', bytes}));
  return (await rollout(workers[0], id, {...options, trials: share, merge: 'other'}, both)).results;
}

function rollOut(s) {
  const id = board.write(s.p), states = [], mine = s.mine, options = mine ? {plays: Math.min(Math.max(mine.rank, 2), PLAYS_MOST), within: 10} : {};
  return busy(s, say('«Rolling out: {0}»', percent0(0)), async () => {
    const workers = await Promise.all([theEngine(), theSecond()].filter(Boolean));
    let done = '';
    for (const trials of ROUNDS) {
      const results = await round(workers, states, id, options, trials);
      s.answer.replaceChildren();
      tableOf(s.answer, [say('«Games: {0} of {1}»', trials, ROUNDS[ROUNDS.length - 1]), '«Equity»', '«Diff.»', '\u00b1', '«Win g bg – lose g bg, %»'], results.map((r, i) => ({
        mine: Boolean(mine) && r.play === mine.play,
        cells: [actionOf(r), equity(r.equity), i && r.behind !== undefined ? equity(-r.behind) : '', mark(r.standard_error.toFixed(3)), chances(r)]})));
      done = board.closeness(results);
      s.verdict.textContent = say('«Rolling out: {0}»', percent0(trials / ROUNDS[ROUNDS.length - 1])) + '\n' + done;
    }
    s.verdict.textContent = mine && mine.rank > PLAYS_MOST ? say('«{0} is too far behind to be rolled out.»', mine.play) : done;
  });
}

/* ---- the cube at another score ---- */

function choice(parent, label, values, chosen) {
  const l = make('label', parent, '', label + ' '), e = make('select', l);
  values.forEach(([value, text]) => { make('option', e, '', text).value = value; });
  e.value = chosen;
  return e;
}

function cubeAtScores(s) {
  return busy(s, say('«Thinking about 225 scores: {0}»', percent0(0)), async () => {
    const [all] = await kibitzer.cube(board.write({...s.p, dice: [], offered: false}), {level: s.level.value}, ({fraction}) => {
      s.verdict.textContent = say('«Thinking about 225 scores: {0}»', percent0(fraction));
    });
    s.verdict.textContent = '';
    s.answer.replaceChildren();
    const away = [['0', '«money»']].concat(Array.from({length: 15}, (x, i) => [String(i + 1), say('«{0}-away»', i + 1)])), line = make('p', s.answer, 'lc');
    const needs = side => String(s.p.length ? Math.min(15, Math.max(1, s.p.length - s.p.score[side])) : 0);
    const own = choice(line, '«You»', away, needs(s.p.side)), theirs = choice(line, '«opponent»', away.slice(1), needs(1 - s.p.side) === '0' ? '1' : needs(1 - s.p.side));
    const out = make('p', s.answer, 'verdict');
    const show = () => {
      theirs.parentNode.hidden = own.value === '0';
      const d = own.value === '0' ? all.money : all.scores.find(x => x.away === +own.value && x.opponent_away === +theirs.value);
      showVerdict(out, d);
    };
    own.onchange = theirs.onchange = show;
    show();
  });
}

/* ---- panels ---- */

function panel(place, id, flip) {
  const s = {box: make('div', null, 'live'), game: false, flip};
  s.box.setAttribute('role', 'group');
  s.box.setAttribute('aria-label', '«Ask the engine»');
  const stage = make('div', s.box, 'ls'), side = make('div', s.box, 'lt');
  s.svg = doc.createElementNS('http://www.w3.org/2000/svg', 'svg');
  s.svg.setAttribute('class', 'board');
  s.svg.setAttribute('role', 'group');
  s.svg.setAttribute('aria-label', '«the board, to move on»');
  stage.append(s.svg);
  s.moves = make('p', side, 'lm');
  s.moves.setAttribute('aria-live', 'polite');
  s.pips = make('p', side, 'lc');
  const own = make('p', side, 'lc');
  s.undo = button(own, '«Undo»', () => {
    s.making.play.undo();
    s.making.show();
  });
  s.swap = button(own, '«Other die first»', () => {
    s.making.play.swap();
    s.making.show();
  });
  s.on = button(own, '«Play on»', () => goOn(s));
  s.double = button(own, '«Double»', () => doubled(s));
  s.take = button(own, '«Take»', () => {});
  s.pass = button(own, '«Pass»', () => {});
  s.verdict = make('p', side, 'lv');
  s.verdict.setAttribute('role', 'status');
  s.answer = make('div', side);
  const ask = make('p', side, 'lc');
  button(ask, '«Plays or cube»', () => judge(s));
  s.level = choice(ask, '«Level»', LEVELS.map(l => [l, say('«{0} ply»', l[0])]), '2ply');
  s.level.onchange = () => judge(s);
  button(ask, '«A ply deeper»', () => {
    s.level.value = LEVELS[Math.min(LEVELS.indexOf(s.level.value) + 1, LEVELS.length - 1)];
    judge(s);
  });
  button(ask, '«Roll out»', () => rollOut(s));
  button(ask, '«Cube at another score»', () => cubeAtScores(s));
  button(ask, '«Start again»', () => {
    s.game = false;
    face(s, board.read(id));
  });
  s.stop = button(ask, '«Stop»', stop);
  s.stop.hidden = true;
  face(s, board.read(id));
  place.append(s.box);
  return s;
}

function prepare(d) {
  const ids = d.querySelector('.positionid'), id = ids ? /XGID=\S+/.exec(ids.textContent) : null;
  if (!id || d.querySelector('.la')) return;
  const line = make('p', null, 'la'), b = button(line, '«Ask the engine»', () => {
    line.remove();
    d.dataset.live = '';
    theEngine().catch(() => {});
    panel(d.lastElementChild, id[0], false).svg.scrollIntoView({block: 'nearest'});
  });
  b.title = '«the engine inside this page starts; nothing is sent anywhere»';
  ids.before(line);
}

/* The board that goes step by step asks about the step that it shows; the second player stays at its bottom. */
doc.addEventListener('fresh', e => {
  const box = e.target, id = /XGID=\S+/.exec((box.querySelector('.positionid') || box).textContent);
  box.querySelectorAll('.live, .la').forEach(x => x.remove());
  if (!id) return;
  const line = make('p', null, 'la');
  button(line, '«Ask the engine»', () => {
    line.remove();
    theEngine().catch(() => {});
    panel(box, id[0], board.read(id[0]).side === 0).svg.scrollIntoView({block: 'nearest'});
  });
  box.querySelector('.rh').after(line);
});

/* The certificate stands below this script. */
doc.addEventListener('DOMContentLoaded', () => {
  if (!doc.getElementById('certificate')) return;
  const line = make('div', null, 'lb'), b = button(line, '«Verify»', () => verify(out, b)), out = make('p', line, 'lv');
  b.title = '«compute every decision again and compare»';
  out.setAttribute('role', 'status');
  doc.querySelector('main').before(line);
});

/* Where figures can be asked about, and no earlier than they are seen. */
doc.addEventListener('toggle', e => {
  if (e.target.matches('.d[open]:not([data-live])')) prepare(e.target);
}, true);
doc.querySelectorAll('.d[open]').forEach(prepare);
})();
/*]]>*/
