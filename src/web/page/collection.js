/* The collection of analysed matches: one file, one worker, and the native commands over it. */
import {Broken, Engine, REST_MS} from './engine.js';
import {install} from './optional.js';
import {forgetPages, keepReport} from './store.js';
import {say} from './words.js';

const FILE = 'collection.db', IN_WORKER = '\\' + FILE; // whatever matches are called: no file of theirs has a backslash
/** @typedef {import('./engine.js').GivenFile} GivenFile */
/** @typedef {import('./engine.js').Answer} Answer */
/** A command; `needs`: optional files. @typedef {{command: string, options: Record<string, any>, inputs?: string[], files?: GivenFile[], gzip?: boolean, needs?: string[]}} Command */
/** @typedef {{db: Uint8Array, files: GivenFile[], options: Record<string, any>, done: (said: string[], kept: boolean) => void}} Part */

/** Without what to type on a command line. @param {string} text */
const plain = text => text.replace(/than --[\w-]+ allows/, 'than is allowed here').replace(/ \(--[\w-]+\)/, '').replace(/[;:] [^;:]*(--\w|`kibitzer ).*/, '');

/** What went wrong, in the words of the program. @param {Answer} answer */
export const complaints = answer => (answer.messages ?? []).filter(m => m.severity === 'error' || m.severity === 'warning')
    .map(m => plain(m.display).replace(/^(kibitzer: )?(error: )?(\\collection\.db: (error: )?)?/, ''));

/** Warnings; what was refused as a whole is an error. @param {Answer} answer */
function accepted(answer) {
    const said = complaints(answer);
    if (answer.code < 0)
        throw new Error(said.join('\n') || say('«The matches are not in the collection.»'));
    return said;
}

/** Parts with the same options together. @param {Part[]} parts */
function groups(parts) {
    /** @type {Map<string, Part[]>} */
    const byOptions = new Map();
    for (const part of parts) {
        const key = JSON.stringify(part.options);
        byOptions.set(key, [...byOptions.get(key) ?? [], part]);
    }
    return byOptions.values();
}

export class Collection {
    /** @param {import('./store.js').Store} store @param {import('./engine.js').Tables} tables @param {(fraction: number | null) => void} onProgress of what is asked for by run() */
    constructor(store, tables, onProgress) {
        this.onProgress = onProgress;
        this.store = store;
        this.tables = tables;
        /** @type {Engine | undefined} */
        this.engine = undefined;
        /** @type {Part[]} */
        this.pending = [];
        /** @type {Promise<any>} */
        this.last = Promise.resolve();
        this.took = 0;
        this.given = 0; // tables that the engine has
        this.rest = 0; // a timer
    }

    exists() {
        return this.store.get(FILE).then(Boolean);
    }

    file() {
        return this.#serial(() => this.store.get(FILE));
    }

    /** @param {Command} command @returns {Promise<Answer>} */
    run(command) {
        return this.#serial(() => this.#shown(onProgress => this.#ask(command, onProgress)));
    }

    /** @template T @param {(onProgress: import('./engine.js').OnProgress) => Promise<T>} body */
    async #shown(body) {
        this.onProgress(0);
        try {
            return await body(({fraction}) => this.onProgress(fraction));
        } finally {
            this.onProgress(null);
        }
    }

    /** A match that a worker of the pool has analysed, as a collection of its own. @param {Part} part */
    add(part) {
        this.pending.push(part);
        this.#serial(() => this.#takeIn());
    }

    /** Another collection's matches come in; all pages are written. @param {Blob} db */
    bringIn(db) {
        return this.#serial(async () => {
            const files = [{name: 'other.db', bytes: db}], merged = await this.#ask({command: 'db', options: {}, inputs: ['merge', 'other.db'], files});
            if (merged.code < 0 || complaints(merged).length > 0)
                return complaints(merged);
            return complaints(await this.#publish({command: 'report', options: {report: 'html'}}));
        });
    }

    /** All pages are written again. */
    rewrite() {
        return this.#serial(() => this.#shown(onProgress => this.#publish({command: 'report', options: {report: 'html'}}, onProgress)));
    }

    forget() {
        return this.#serial(async () => {
            await this.store.remove(FILE);
            await forgetPages();
        });
    }

    /** One after the other. @template T @param {() => Promise<T>} body @returns {Promise<T>} */
    #serial(body) {
        const result = this.last.then(body);
        this.last = result.catch(() => {});
        return result;
    }

    /* With the tables that are there by now. */
    async #open() {
        clearTimeout(this.rest);
        if (!this.engine)
            ({engine: this.engine, tables: this.given} = await Engine.open(this.tables));
        const tables = await this.tables();
        if (tables.length > this.given)
            await this.engine.ask({ask: 'tables', files: tables});
        this.given = tables.length;
        return this.engine;
    }

    /** @param {Command} what @param {import('./engine.js').OnProgress} [onProgress] */
    async #ask({needs = [], options, files = [], ...what}, onProgress) {
        const engine = await this.#open();
        try {
            await install(engine, needs);
            const db = await this.store.get(FILE), all = db ? [...files, {name: IN_WORKER, bytes: db}] : files;
            const answer = await engine.ask({ask: 'run', ...what, options: {...options, db: IN_WORKER}, files: all}, onProgress);
            const changed = answer.files.find(f => f.name === IN_WORKER);
            if (changed)
                await this.store.put(FILE, new Blob([/** @type {BlobPart} */ (changed.bytes)]));
            return answer;
        } catch (e) {
            if (e instanceof Broken)
                this.#close();
            throw e;
        } finally {
            clearTimeout(this.rest);
            this.rest = setTimeout(() => this.#close(), REST_MS);
        }
    }

    #close() {
        this.engine?.close();
        this.engine = undefined;
    }

    /** @param {Command} what @param {import('./engine.js').OnProgress} [onProgress] */
    async #publish(what, onProgress) {
        const answer = await this.#ask({...what, options: {...what.options, out: 'reports'}, gzip: true}, onProgress);
        for (const {name, bytes} of answer.files)
            if (/^reports\/.*\.(html|js)$/.test(name))
                await keepReport(name.slice('reports/'.length), bytes);
        return answer;
    }

    /* What has come in meanwhile, at once: matches analysed in the same way are published together. */
    async #takeIn() {
        if (this.pending.length === 0)
            return;
        await new Promise(resolve => setTimeout(resolve, this.took));
        const parts = this.pending.splice(0), began = performance.now();
        const said = /** @type {string[]} */ ([]);
        let kept = false;
        try {
            const files = parts.map((part, i) => ({name: `part/${i}.db`, bytes: part.db}));
            said.push(...accepted(await this.#ask({command: 'db', options: {}, inputs: ['merge', ...files.map(f => f.name)], files})));
            for (const group of groups(parts)) {
                const files = group.flatMap(p => p.files), options = {...group[0].options, report: 'html'};
                said.push(...accepted(await this.#publish({command: 'analyze', options, inputs: files.map(f => f.name), files})));
            }
            kept = true;
        } catch (e) {
            said.push(String(e instanceof Error ? e.message : e));
        }
        this.took = performance.now() - began;
        parts.forEach(p => p.done(said, kept));
    }
}
