/* Workers of kibitzer as promises (docs/web.md), and a pool of them. */

import {catalogue, language, messages, say} from './words.js';

/** @typedef {{name: string, bytes: Uint8Array | Blob, modified?: number}} GivenFile */
/** @typedef {{severity: string, text: string, display: string}} Message */
/** @typedef {{code: number, messages: Message[], output: Uint8Array, share: Uint8Array, files: {name: string, bytes: Uint8Array}[], document: any, version: string}} Answer */
/** @typedef {{ask: string, command?: string, options?: Record<string, any>, inputs?: string[], files?: GivenFile[], position?: string, code?: string, bytes?: Uint8Array, messages?: Uint8Array, make?: boolean, take?: boolean, gzip?: boolean, wasm?: any,
 * share?: {index: number, of: number}, shares?: Uint8Array[]}} Ask */
/** @typedef {() => Promise<GivenFile[]>} Tables */
/** @typedef {(progress: {fraction: number, text: string}) => void} OnProgress */

export class Broken extends Error {}   // the worker is of no more use
export class Cancelled extends Error {}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** The module, compiled once for all workers. */
export function wasmModule() {
    compiled ??= fetch(new URL('kibitzer.wasm', import.meta.url)).then(async response => {
        if (!response.ok)
            throw new Error(say('«{0}: the server says {1}»', 'kibitzer.wasm', response.status));
        const streams = response.headers.get('Content-Type') === 'application/wasm';
        return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
    });
    return compiled;
}

/** One worker. After a Broken or Cancelled it must be thrown away. */
export class Engine {
    constructor() {
        this.worker = new Worker(new URL('worker.js', import.meta.url));
        /** @type {Map<number, {resolve: (a: Answer) => void, reject: (e: Error) => void, onProgress: OnProgress}>} */
        this.waiting = new Map();
        this.count = 0;
        this.ended = false;
        this.worker.onmessage = event => this.#heard(event.data);
        this.worker.onerror = event => {
            event.preventDefault();
            this.close(new Broken(event.message || say('«{0} could not be loaded»', 'worker.js')));
        };
    }

    /** The worker starts while the module is compiled, and opens it while the tables are read. @param {Tables} tables */
    static async open(tables = async () => []) {
        const engine = new Engine();
        try {
            const wasm = await wasmModule(), opening = engine.ask({ask: 'open', wasm}), giving = tables().then(async files => {
                if (files.length > 0)
                    await engine.ask({ask: 'tables', files});
                return files.length;
            });
            const [opened, given] = await Promise.all([opening, giving]);
            if (opened.code !== 0)
                throw new Broken(say('«this machine computes wrongly: its vector instructions fail their test»'));
            if (catalogue)
                await engine.ask({ask: 'words', code: language, bytes: catalogue, messages: await messages});
            return {engine, tables: given, version: opened.version};
        } catch (e) {
            engine.close();
            throw e;
        }
    }

    /** @param {any} data */
    #heard({id, progress, answer, error, fatal}) {
        const asked = this.waiting.get(id);
        if (!asked)
            return;
        if (progress)
            return asked.onProgress(progress);
        this.waiting.delete(id);
        if (error === undefined)
            asked.resolve(answer);
        else
            asked.reject(fatal ? new Broken(error) : new Error(error));
    }

    /** @param {Ask} what @param {OnProgress} onProgress @returns {Promise<Answer>} */
    async ask(what, onProgress = () => {}) {
        const files = what.files && await Promise.all(what.files.map(readFile));
        if (this.ended)
            throw new Broken('the worker has ended');
        return new Promise((resolve, reject) => {
            this.waiting.set(++this.count, {resolve, reject, onProgress});
            this.worker.postMessage({id: this.count, ...what, files}, (files ?? []).map(f => f.bytes.buffer));
        });
    }

    close(reason = /** @type {Error} */ (new Cancelled('cancelled'))) {
        this.ended = true;
        this.worker.terminate();
        for (const {reject} of this.waiting.values())
            reject(reason);
        this.waiting.clear();
    }
}

/** A question whose work (an analysis, a rollout) several workers do: the bytes are those of one. What a worker that breaks
 * leaves undone is done by the first. @param {Engine[]} engines @param {Ask} ask @param {OnProgress} onProgress */
export async function askAll(engines, ask, onProgress = () => {}) {
    const of = engines.length, done = engines.map(() => 0);
    if (of === 1)
        return engines[0].ask(ask, onProgress);
    const shares = await Promise.all(engines.map((engine, index) => engine.ask({...ask, share: {index, of}}, ({fraction, text}) => {
        done[index] = fraction;
        onProgress({fraction: Math.min(0.99, done.reduce((a, b) => a + b)), text});
    }).then(a => a.share, e => {
        if (index === 0)
            throw e;
        engine.close();
        return new Uint8Array();
    })));
    return engines[0].ask({...ask, shares});
}

/** Bytes of their own, which can be transferred. @param {GivenFile} file */
async function readFile({name, bytes, modified}) {
    const own = bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes.slice();
    return {name, modified, bytes: own};
}

/** @typedef {{ask: Ask, onStart: () => void, onProgress: OnProgress, resolve: (a: Answer) => void, reject: (e: any) => void, engines: Engine[], tries: number, cancelled: boolean}} Task */

export const REST_MS = 5000; // a worker that has nothing to do for so long is closed: its memory never shrinks
const MOST_SHARES = 4; // of one match
const NO_MEMORY = -2; // code of an answer: with fewer workers there may be enough

/** Workers that share a queue. How many: one on a phone until it went well; one less whenever memory ran out. */
export class Pool {
    /** @param {Tables} tables */
    constructor(tables) {
        const cores = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1));
        this.most = cores;
        this.size = matchMedia('(pointer: coarse)').matches ? 1 : cores;
        this.tables = tables;
        /** @type {Task[]} */
        this.queue = [];
        this.running = 0; // workers
        this.rest = 0; // a timer
        /** @type {{engine: Engine, tables: number}[]} */
        this.idle = [];
        this.paused = false;
    }

    /** @param {Ask} ask @param {{onStart?: () => void, onProgress?: OnProgress}} on */
    run(ask, on = {}) {
        /** @type {Task} */
        const task = {ask, onStart: on.onStart ?? (() => {}), onProgress: on.onProgress ?? (() => {}), resolve: () => {}, reject: () => {}, engines: [], tries: 0, cancelled: false};
        const answer = new Promise((resolve, reject) => Object.assign(task, {resolve, reject}));
        this.queue.push(task);
        this.#next();
        return {answer: /** @type {Promise<Answer>} */ (answer), cancel: () => this.#cancel(task)};
    }

    /** @param {boolean} on */
    pause(on) {
        this.paused = on;
        this.#next();
    }

    /** @param {Task} task */
    #cancel(task) {
        this.queue = this.queue.filter(t => t !== task);
        task.cancelled = true;
        task.engines.forEach(e => e.close());
        task.reject(new Cancelled('cancelled'));
    }

    #next() {
        while (!this.paused && this.queue.length > 0 && this.running < this.size) {
            const task = /** @type {Task} */ (this.queue.shift()), spare = this.queue.length > 0 || task.ask.shares ? 1 : this.size - this.running;
            const workers = Math.min(spare, MOST_SHARES);
            this.running += workers;
            this.#work(task, workers).finally(() => {
                this.running -= workers;
                this.#next();
            });
        }
        clearTimeout(this.rest);
        if (this.running === 0)
            this.rest = setTimeout(() => this.idle.splice(0).forEach(w => w.engine.close()), REST_MS);
    }

    async #engine() {
        const idle = this.idle.pop();
        if (!idle)
            return Engine.open(this.tables);
        const tables = await this.tables();
        if (tables.length > idle.tables)
            await idle.engine.ask({ask: 'tables', files: tables});
        return {engine: idle.engine, tables: tables.length};
    }

    /** @param {Task} task @param {number} workers */
    async #work(task, workers) {
        task.onStart();
        /** @type {{engine: Engine, tables: number}[]} */
        const mine = [];
        try {
            const opened = await Promise.allSettled(Array.from({length: workers}, () => this.#engine()));
            mine.push(...opened.flatMap(o => o.status === 'fulfilled' ? [o.value] : []));
            if (mine.length === 0)
                throw /** @type {PromiseRejectedResult} */ (opened[0]).reason;
            task.engines = mine.map(w => w.engine);
            if (task.cancelled)
                throw new Cancelled('cancelled');
            const answer = await askAll(task.engines, task.ask, task.onProgress);
            if (answer.code === NO_MEMORY && task.tries === 0)
                throw new Broken(say('«there was not enough memory»'));
            task.resolve(answer);
            const whole = mine.filter(w => !w.engine.ended);
            this.idle.push(...whole);
            this.#resize(whole.length === workers);
        } catch (e) {
            mine.forEach(w => w.engine.close());
            if (e instanceof Broken && !task.cancelled && task.tries++ === 0) {
                this.#resize(false);
                this.queue.unshift(task);
            } else {
                task.reject(e);
            }
        }
    }

    /** @param {boolean} well */
    #resize(well) {
        if (well) {
            this.size = Math.min(this.most, this.size + 1);
            return;
        }
        this.most = this.size = Math.max(1, this.size - 1);
        this.idle.splice(0).forEach(w => w.engine.close());
    }
}
