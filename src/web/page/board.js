/* A position as the player on roll sees it, its XGID, and a board to look at and to tap. */

/** points[1..24] from the near player's ace point, 25 the near player's bar, 0 the other's; the near player's chequers
 * are positive. cube: its logarithm; owner: 1 near, -1 far, 0 centre. flag: Crawford, or the rules of money.
 * @typedef {{points: number[], cube: number, owner: number, dice: string, score: number, opponentScore: number, flag: number, length: number}} Position */

const START = '-b----E-C---eE---c-e----B-';

/** @param {string} letters */
const pointsOf = letters => [...letters].map(c => c === '-' ? 0 : c === c.toUpperCase() ? c.charCodeAt(0) - 64 : 96 - c.charCodeAt(0));

/** @returns {Position} */
export const start = () => ({points: pointsOf(START), cube: 0, owner: 0, dice: '00', score: 0, opponentScore: 0, flag: 0, length: 0});

/** @returns {Position} */
export const empty = () => ({...start(), points: Array(26).fill(0)});

/** Returns null for what is no XGID. Who is on roll is near. @param {string} text @returns {Position | null} */
export function fromXgid(text) {
    const m = /^(?:XGID=)?([-a-oA-O]{26}):(\d+):(-?\d):(-?1):(\w\w?):(\d+):(\d+):(\d):(\d+)(?::\d+)?$/.exec(text.trim());
    if (!m)
        return null;
    const points = pointsOf(m[1]), [cube, owner, turn] = [m[2], m[3], m[4]].map(Number), [a, b, flag, length] = m.slice(6).map(Number);
    const near = turn === 1;
    return {points: near ? points : points.map((_, i) => 0 - points[25 - i]), cube, owner: near ? owner : 0 - owner, dice: m[5],
        score: near ? a : b, opponentScore: near ? b : a, flag, length};
}

/** @param {Position} p */
export function toXgid(p) {
    const letters = p.points.map(n => n === 0 ? '-' : String.fromCharCode(n > 0 ? 64 + n : 96 - n)).join('');
    return `XGID=${letters}:${p.cube}:${p.owner}:1:${p.dice}:${p.score}:${p.opponentScore}:${p.flag}:${p.length}:10`;
}

/** One chequer more (of side 1 or -1) or less (0) there; at most fifteen. @param {Position} p @param {number} at @param {number} side */
export function tap(p, at, side) {
    const points = [...p.points], there = points[at];
    if (side === 0)
        points[at] = there - Math.sign(there);
    else if (there * side < 0)
        points[at] = side;
    else if (points.reduce((n, c) => n + Math.max(0, c * side), 0) < 15)
        points[at] = there + side;
    if (points[25] < 0 || points[0] > 0) // a bar is one side's
        return p;
    return {...p, points};
}

/** @param {string} name @param {Record<string, any>} attributes @param {...(Node | string)} inside */
function svg(name, attributes, ...inside) {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
        e.setAttribute(key, String(value));
    e.append(...inside);
    return e;
}

const STEP = 48, EDGE = 16, HEIGHT = 540, RADIUS = 21, WIDTH = 700;
const column = (/** @type {number} */ i) => EDGE + i * STEP + (i > 5 ? 56 : 0);

/** Where a point lies: its left edge, and whether it grows from below. @param {number} at */
function place(at) {
    if (at === 0 || at === 25)
        return {x: EDGE + 6 * STEP + 4, up: at === 0};
    return at <= 12 ? {x: column(12 - at), up: true} : {x: column(at - 13), up: false};
}

/** @param {number} n @param {number} x @param {boolean} up @param {boolean} bar */
function chequers(n, x, up, bar) {
    const all = [], count = Math.abs(n), near = n > 0, first = up !== bar ? HEIGHT - EDGE - RADIUS - 10 : EDGE + RADIUS + 10;
    const y = (/** @type {number} */ i) => bar ? (up ? 150 - i * 30 : HEIGHT - 150 + i * 30) : first + (up ? -i : i) * 2 * (RADIUS - 1);
    for (let i = 0; i < Math.min(count, 5); i++)
        all.push(svg('circle', {cx: x + STEP / 2, cy: y(i), r: RADIUS, class: near ? 'near' : 'far',
            fill: near ? 'var(--c0)' : 'var(--c1)', stroke: near ? 'var(--r0)' : 'var(--r1)', 'stroke-width': 2}));
    if (count > 5)
        all.push(svg('text', {x: x + STEP / 2, y: y(4) + 7, 'text-anchor': 'middle', 'font-size': 20, 'font-weight': 700,
            fill: near ? '#1d2126' : '#fff'}, String(count)));
    return all;
}

const whose = (/** @type {number} */ n) => n === 0 ? 'empty' : `${Math.abs(n)} of ${n > 0 ? 'yours' : "the opponent's"}`;
const nameOf = (/** @type {number} */ at) => at === 25 ? 'your bar' : at === 0 ? "the opponent's bar" : 'point ' + at;

/** @param {Position} p @param {number} at @param {(at: number) => void} onTap */
function point(p, at, onTap) {
    const {x, up} = place(at), bar = at === 0 || at === 25, n = p.points[at];
    const tip = HEIGHT / 2 + (up ? 25 : -25), base = up ? HEIGHT - EDGE : EDGE;
    const g = svg('g', {class: 'point', tabindex: 0, role: 'button', 'data-point': at, 'aria-label': `${nameOf(at)}: ${whose(n)}`});
    g.append(svg('rect', {x, y: bar ? (up ? EDGE : HEIGHT / 2) : up ? HEIGHT / 2 : EDGE, width: STEP, height: HEIGHT / 2 - EDGE, fill: 'transparent'}));
    if (!bar) {
        g.append(svg('path', {d: `M${x} ${base}L${x + STEP / 2} ${tip}L${x + STEP} ${base}Z`, fill: at % 2 ? 'var(--dark)' : 'var(--light)'}));
        g.append(svg('text', {x: x + STEP / 2, y: up ? HEIGHT - 2 : 12, 'text-anchor': 'middle', 'font-size': 13, fill: '#f1e6d2'}, String(at)));
    }
    g.append(...chequers(n, x, up, bar));
    g.addEventListener('click', () => onTap(at));
    g.addEventListener('keydown', e => {
        if (e instanceof KeyboardEvent && (e.key === 'Enter' || e.key === ' ')) {
            e.preventDefault();
            onTap(at);
        }
    });
    return g;
}

/** @param {Position} p */
function cube(p) {
    const y = p.owner === 0 ? HEIGHT / 2 : p.owner > 0 ? HEIGHT - 60 : 60, x = WIDTH - 32;
    return [svg('rect', {x: x - 20, y: y - 20, width: 40, height: 40, rx: 6, fill: '#fdfaf3', stroke: '#1d2126'}),
        svg('text', {x, y: y + 8, 'text-anchor': 'middle', 'font-size': 22, 'font-weight': 700, fill: '#1d2126'}, String(2 ** (p.cube || 6)))];
}

/** @param {Position} p */
function dice(p) {
    if (!/^[1-6]{2}$/.test(p.dice))
        return [];
    return [...p.dice].flatMap((d, i) => {
        const x = column(8) + i * 52, y = HEIGHT / 2 - 20;
        return [svg('rect', {x, y, width: 40, height: 40, rx: 7, fill: '#fdfaf3', stroke: '#1d2126'}),
            svg('text', {x: x + 20, y: y + 29, 'text-anchor': 'middle', 'font-size': 24, 'font-weight': 700, fill: '#1d2126'}, d)];
    });
}

/** The board; onTap(point) is called for taps and for Enter. @param {Position} p @param {(at: number) => void} onTap */
export function board(p, onTap) {
    const half = {y: EDGE, width: 6 * STEP, height: HEIGHT - 2 * EDGE, fill: 'var(--table)'};
    const picture = svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': 'The board'},
        svg('rect', {width: WIDTH, height: HEIGHT, rx: 10, fill: 'var(--frame)'}),
        svg('rect', {x: EDGE, ...half}), svg('rect', {x: column(6), ...half}));
    const order = [25, 0, ...Array.from({length: 24}, (_, i) => i + 1)];
    picture.append(...order.map(at => point(p, at, onTap)), ...dice(p), ...cube(p));
    return picture;
}
