/* A position to set up: the board of board.js with places to tap. */
import {say} from './words.js';

/** Seen by whoever is to play, who sits at the bottom: b[1..24] are points, his chequers positive; b[25] is his bar, b[0] the opponent's.
 * cube: its value; owner: 'own', 'theirs' or ''; offered: XGID's D, B or R. score: of sides 0 and 1.
 * @typedef {{b: number[], side: number, cube: number, owner: string, score: number[], dice: number[], offered: string, rules: number, length: number}} Position */

/** @type {{read(id: string): Position, write(p: Position): string, count(b: number[], sign: number): number, draw(svg: Element, p: Position): void, percent(x: number): string, actionOf(result: any): string, pips(b: number[], own: boolean): number, played(b: number[], play: string): number[],
 * arrows(svg: Element, p: Position, play: string, kind: 'good' | 'bad'): void, reasonOf(best: any, mine: any): string, chancesBar(play: any): HTMLElement,
 * closeness(results: any[]): string, playable(svg: Element, p: Position, on: {changed: (play: any) => void}): any,
 * areaOf(point: number): {x: number, y: number, width: number, height: number}}} */
export const board = Reflect.get(globalThis, 'kibitzerBoard');
export const toXgid = board.write;

const HALF = 247; // where the lower half of the board begins

/** Returns null for what is no XGID. Who is to play becomes side 1. @param {string} text @returns {Position | null} */
export function fromXgid(text) {
    if (!/^(XGID=)?[-a-oA-O]{26}(:-?\w+){8,9}$/.test(text.trim()))
        return null;
    const p = board.read(text.trim());
    return p.side ? p : {...p, side: 1, score: [p.score[1], p.score[0]]};
}

export const start = () => board.read('XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10');

/** @returns {Position} */
export const empty = () => ({...start(), b: Array(26).fill(0)});

/** One chequer more (of side 1 or -1) or less (0) there; at most fifteen. @param {Position} p @param {number} at @param {number} side */
export function tap(p, at, side) {
    const b = [...p.b], there = b[at];
    if (side === 0)
        b[at] = there - Math.sign(there);
    else if (there * side < 0)
        b[at] = side;
    else if (board.count(b, side) < 15)
        b[at] = there + side;
    return b[25] < 0 || b[0] > 0 ? p : {...p, b}; // a bar is one side's
}

const whose = (/** @type {number} */ n) => n === 0 ? say('«empty»') : say(n > 0 ? '«yours: {0}»' : '«the opponent’s: {0}»', Math.abs(n));
const nameOf = (/** @type {number} */ at) => at === 25 ? say('«your bar»') : at === 0 ? say('«the opponent’s bar»') : say('«point {0}»', at);

/** @param {Position} p @param {number} at @param {(at: number) => void} onTap */
function place(p, at, onTap) {
    const area = at === 0 ? {...board.areaOf(25), y: HALF} : board.areaOf(at), e = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const attributes = {...area, fill: 'transparent', tabindex: 0, role: 'button', 'data-point': at, 'aria-label': `${nameOf(at)}: ${whose(p.b[at])}`};
    for (const [key, value] of Object.entries(attributes))
        e.setAttribute(key, String(value));
    e.addEventListener('click', () => onTap(at));
    e.addEventListener('keydown', event => {
        if (event.key !== 'Enter' && event.key !== ' ')
            return;
        event.preventDefault();
        onTap(at);
    });
    return e;
}

/** Draws it anew; onTap(point) is called for taps and for Enter. @param {Element} svg @param {Position} p @param {(at: number) => void} onTap */
export function draw(svg, p, onTap) {
    board.draw(svg, p);
    svg.append(...[25, 0, ...Array.from({length: 24}, (_, i) => i + 1)].map(at => place(p, at, onTap)));
}
