/* Where the page comes from a service (`kibitzer serve --web`), it lets that compute (docs/service.md); it says so in the
 * page's head. What the service refuses, or fails to do, this device does. */
import {Cancelled} from './engine.js';
import {$, input, keepSetting} from './dom.js';
import {language, say} from './words.js';

/** @typedef {import('./engine.js').Ask} Ask */
/** @typedef {(fraction: number) => void} OnFraction */

const MOST = 4; // files there at a time: others, too, want it to compute
const POLL_MS = 300, LOST = 5; // that many times the network may be gone
const SHARES = 'application/x-kibitzer-shares', JSON_TYPE = 'application/json', SVG = 'image/svg+xml';

const served = document.querySelector('meta[name=kibitzer]')?.getAttribute('content') === 'kibitzer-service:here';

/** The service does not do it; `said`: why, for the reader; '': this device finds the same. */
export class Refused extends Error {
    /** @param {string} said */
    constructor(said) {
        super(said);
        this.said = said;
    }
}

/** For the reader. @param {Refused} why */
export const hereBecause = why => say('«computed on this device: {0}»', why.said);

class Lost extends Refused {} // the network

/** Is the service to compute? */
export const isChosen = () => served && input('where').value === 'server';

/** The reader's choice, where there is one. */
export function offerChoice() {
    const show = () => { document.documentElement.dataset.where = isChosen() ? 'server' : 'device'; };
    $('where').hidden = !served;
    keepSetting('where');
    $('where').addEventListener('change', show);
    show();
}

/** An address of the service's, with options in its query. @param {string} path @param {Record<string, any>} query */
function address(path, query = {}) {
    const url = new URL('v1/' + path, document.baseURI);
    for (const [name, value] of Object.entries(query))
        url.searchParams.set(name, String(value));
    return url;
}

/** @param {URL} url @param {RequestInit} init */
async function request(url, init) {
    try {
        return await fetch(url, {...init, cache: 'no-store', redirect: 'error', headers: {...init.headers, 'Accept-Language': language}});
    } catch (e) {
        throw init.signal?.aborted ? new Cancelled('cancelled') : new Lost(String(e instanceof Error ? e.message : e));
    }
}

/** Its own words, if they are its own. @param {Response} response */
async function refusal(response) {
    const problem = await response.json().catch(() => null);
    return new Refused(response.status === 400 ? '' : String(problem?.detail || response.status));
}

/** @param {number} ms @param {AbortSignal} signal */
const pause = (ms, signal) => new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Cancelled('cancelled'));
    }, {once: true});
});

/** The state of a job, where the network comes back. @param {URL} job @param {AbortSignal} signal */
async function look(job, signal) {
    for (let lost = 0;; lost++)
        try {
            const response = await request(job, {signal});
            if (!response.ok)
                throw await refusal(response);
            return await response.json();
        } catch (e) {
            if (!(e instanceof Lost) || lost >= LOST)
                throw e;
            await pause(POLL_MS * 2 ** lost, signal);
        }
}

/** Until it is over; cancelled here, it is cancelled there. @param {string} key @param {OnFraction} onFraction @param {AbortSignal} signal */
async function followed(key, onFraction, signal) {
    const job = address('jobs/' + key);
    const withdraw = () => fetch(job, {method: 'DELETE', keepalive: true}).catch(() => {});
    signal.addEventListener('abort', withdraw, {once: true});
    try {
        for (;;) {
            const {state, done} = await look(job, signal);
            onFraction(done);
            if (!['waiting', 'running'].includes(state))
                return;
            await pause(POLL_MS, signal);
        }
    } finally {
        signal.removeEventListener('abort', withdraw);
    }
}

/** @param {string} path @param {Record<string, any>} query @param {RequestInit} init @param {OnFraction} onFraction @param {AbortSignal} signal */
async function compute(path, query, init, onFraction, signal) {
    let response = await request(address(path, query), {...init, method: 'POST', signal});
    if (response.status === 202) {
        const {key} = await response.json();
        await followed(key, onFraction, signal);
        response = await request(address(`jobs/${key}/result`), {headers: init.headers, signal});
    }
    if (!response.ok)
        throw await refusal(response);
    return response;
}

/** Work there that can be cancelled. @template T @param {(signal: AbortSignal) => Promise<T>} work */
function begun(work) {
    const control = new AbortController();
    return {answer: work(control.signal), cancel: () => control.abort()};
}

/* ---- matches ---- */

let running = 0;
/** @type {(() => void)[]} */
const waiting = [];

/** One of a few places. @template T @param {() => Promise<T>} work @param {AbortSignal} signal */
async function inTurn(work, signal) {
    if (running >= MOST)
        await new Promise((resolve, reject) => {
            const go = () => resolve(undefined);
            waiting.push(go);
            signal.addEventListener('abort', () => {
                waiting.splice(waiting.indexOf(go) >>> 0, 1);
                reject(new Cancelled('cancelled'));
            }, {once: true});
        });
    running++;
    try {
        return await work();
    } finally {
        running--;
        waiting.shift()?.();
    }
}

/** What the analysis of a file comes to: a worker with these shares does the rest (docs/web.md). @param {Blob} file @param {Record<string, any>} options
 * @param {{onStart: () => void, onFraction: OnFraction}} on */
export const analysed = (file, options, on) => begun(signal => inTurn(async () => {
    on.onStart();
    const response = await compute('matches', {...options, wait: 0}, {body: file, headers: {Accept: SHARES, 'Content-Type': 'application/octet-stream'}}, on.onFraction, signal);
    return [new Uint8Array(await response.arrayBuffer())];
}, signal));

/* ---- positions ---- */

/** Where a question goes; null: nowhere. @param {Ask} ask */
function doorFor({ask, command, inputs = [], options: {output, ...options} = {}, position}) {
    if (ask !== 'run')
        return {path: ask, accept: JSON_TYPE, body: {...options, position}};
    if (output !== 'map.svg')
        return null;
    const {scores, ...rest} = options;
    return {path: command === 'hint' && scores ? 'maps/scores' : String(command), accept: SVG, body: {...rest, position: inputs[0]}};
}

/** Does the service answer such questions? @param {Ask} ask */
export const answers = ask => isChosen() && doorFor(ask) !== null;

/** As a worker answers. @param {Ask} ask @param {OnFraction} onFraction */
export const answered = (ask, onFraction) => begun(async signal => {
    const door = /** @type {{path: string, accept: string, body: any}} */ (doorFor(ask));
    const query = ask.ask === 'rollout' ? {wait: 0} : {}; // a job from the beginning can be withdrawn
    const response = await compute(door.path, query, {body: JSON.stringify(door.body), headers: {Accept: door.accept, 'Content-Type': JSON_TYPE}}, onFraction, signal);
    const bytes = new Uint8Array(await response.arrayBuffer()), document = door.accept === JSON_TYPE ? JSON.parse(new TextDecoder().decode(bytes)) : null;
    return /** @type {import('./engine.js').Answer} */ ({code: 0, messages: [], document, files: [{name: 'map.svg', bytes}], output: bytes, share: new Uint8Array(), version: ''});
});
