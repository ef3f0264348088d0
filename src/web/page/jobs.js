/* Files that come in, one after the other: analysed by the pool, shown at once, then taken into the collection. */
import {Cancelled} from './engine.js';
import {complaints} from './collection.js';
import {$, element, input} from './dom.js';
import {analysed, hereBecause, isChosen, Refused} from './remote.js';
import {hasReport, keepReport, keepSource, ratesOf} from './store.js';
import {percent, say} from './words.js';

/** @typedef {{name: string, file: Blob, modified: number}} Given */
/** @typedef {{given: Given, item: HTMLElement, state: HTMLElement, said: HTMLElement, fraction: number, ended: boolean, cancel: () => void}} Job */

const KNOWN = 'known.json', MOST_MB = 256; // of a file
const THERE = 0.95; // of the work on a match that a service does

/** @param {Blob} file */
async function digestOf(file) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return Array.from(digest.slice(0, 12), b => b.toString(16).padStart(2, '0')).join('');
}

/** What an earlier visit left, as far as it is whole: without the rest matches are analysed once more. @param {string} text
 * @returns {Record<string, {digest: string, key: string, pages: string[]}>} */
function knownOf(text) {
    let kept = {};
    try {
        kept = JSON.parse(text) ?? {};
    } catch { /* damaged */ }
    const whole = Object.entries(kept).filter(([, k]) => typeof k?.digest === 'string' && typeof k.key === 'string' && Array.isArray(k.pages) &&
        k.pages.every((/** @type {any} */ p) => typeof p === 'string'));
    return Object.assign(Object.create(null), Object.fromEntries(whole)); // a file may be called __proto__
}

/** A path below the current folder. @param {string} name */
const tidy = name => name.replace(/[\u0000-\u001f\\]/g, '_').split('/').filter(p => p !== '' && p !== '.' && p !== '..').join('/') || 'match';

export class Jobs {
    /** @param {import('./engine.js').Pool} pool @param {import('./collection.js').Collection} collection
     * @param {import('./store.js').Store} store @param {(page: string) => void} onOpen @param {() => void} onKept */
    constructor(pool, collection, store, onOpen, onKept) {
        this.pool = pool;
        this.collection = collection;
        this.store = store;
        this.onOpen = onOpen;
        this.onKept = onKept;
        /** @type {Job[]} */
        this.all = [];
        this.began = 0;
        /** @type {Record<string, {digest: string, key: string, pages: string[]}>} */
        this.known = {};
        /** @type {Promise<void>} */
        this.saved = Promise.resolve();
        $('pause').addEventListener('click', () => this.#pause());
        $('cancel').addEventListener('click', () => this.all.filter(j => !j.ended).forEach(j => j.cancel()));
        $('clear').addEventListener('click', () => this.#clear());
    }

    async load() {
        const kept = await this.store.get(KNOWN);
        this.known = knownOf(kept ? await kept.text() : '{}');
    }

    forget() {
        this.known = knownOf('{}');
        return this.#keepKnown();
    }

    /* One after the other, so that the last one stays. */
    #keepKnown() {
        const finished = Object.fromEntries(Object.entries(this.known).filter(([, k]) => k.key !== ''));
        this.saved = this.saved.catch(() => {}).then(() => this.store.put(KNOWN, new Blob([JSON.stringify(finished)])));
        return this.saved;
    }

    /** @param {Given[]} files */
    async add(files) {
        if (this.all.every(j => j.ended))
            this.began = performance.now();
        for (const given of files)
            this.#start(given);
        this.#show();
    }

    options() {
        const me = input('me').value.trim().replaceAll(';', ',');
        return me ? {level: input('level').value, me} : {level: input('level').value};
    }

    /** @param {Given} given */
    async #start(given) {
        const name = tidy(given.name), options = this.options(), key = JSON.stringify(options);
        const job = this.#row({...given, name});
        this.all.push(job);
        try {
            if (given.file.size > MOST_MB * 1e6)
                throw new Error(say('«The file has {0} MB; at most {1} MB are read here. The program reads larger ones.»', Math.round(given.file.size / 1e6), MOST_MB));
            const digest = await digestOf(given.file), place = this.#place(name, digest);
            if (this.known[place]?.key === key && (await Promise.all(this.known[place].pages.map(hasReport))).every(Boolean))
                return this.#end(job, '«known already»', this.known[place].pages);
            this.known[place] = {digest, key: '', pages: []}; // the place is taken
            await this.#analyse(job, place, digest, options);
        } catch (e) {
            const cancelled = e instanceof Cancelled;
            job.item.classList.toggle('failed', !cancelled);
            this.#end(job, cancelled ? '«cancelled»' : '«not analysed»', [], cancelled ? [] : [String(e instanceof Error ? e.message : e)]);
        }
    }

    /* Another file of the same name gets a folder. @param {string} name @param {string} digest */
    #place(/** @type {string} */ name, /** @type {string} */ digest) {
        let place = name;
        for (let n = 2; this.known[place] && this.known[place].digest !== digest; n++)
            place = `${n}/${name}`;
        return place;
    }

    /** @param {Job} job @param {string} name @param {string} digest @param {Record<string, any>} options */
    async #analyse(job, name, digest, options) {
        const file = {name, bytes: job.given.file, modified: job.given.modified};
        const ask = {ask: 'run', command: 'analyze', options: {...options, report: 'html', out: 'reports'}, inputs: [name], files: [file], gzip: true};
        const {shares, why} = await this.#there(job, options), rest = shares ? 1 - THERE : 1;
        const task = this.pool.run({...ask, shares}, {
            onStart: () => this.#progress(job, 1 - rest),
            onProgress: ({fraction}) => this.#progress(job, 1 - rest + rest * fraction)
        });
        job.cancel = task.cancel;
        const answer = await task.answer, said = [...why, ...complaints(answer)], pages = await this.#keep(answer, file, options);
        if (pages.length === 0) {
            job.item.classList.add('failed');
            return this.#end(job, '«no match»', [], said.length ? said : [say('«There is no match in this file.»')]);
        }
        this.#end(job, '«done»', pages, said);
        const db = answer.files.find(f => f.name === 'reports/collection.db');
        if (db)
            this.collection.add({db: db.bytes, files: [file], options, done: (more, kept) => this.#kept(job, name, kept ? {digest, key: JSON.stringify(options), pages} : null, more)});
    }

    /** @param {Job} job @param {number} fraction */
    #progress(job, fraction) {
        job.fraction = fraction;
        job.state.textContent = percent(fraction);
        this.#show();
    }

    /** What the service has computed of it; why it has not. @param {Job} job @param {Record<string, any>} options
     * @returns {Promise<{shares?: Uint8Array[], why: string[]}>} */
    async #there(job, options) {
        if (!isChosen())
            return {why: []};
        const task = analysed(job.given.file, options, {onStart: () => this.#progress(job, 0), onFraction: fraction => this.#progress(job, THERE * fraction)});
        job.cancel = task.cancel;
        try {
            return {shares: await task.answer, why: []};
        } catch (e) {
            if (!(e instanceof Refused))
                throw e;
            return {why: e.said ? [hereBecause(e)] : []};
        }
    }

    /** The pages of the matches in a file. @param {import('./engine.js').Answer} answer @param {{name: string, bytes: Blob, modified: number}} file
     * @param {Record<string, any>} options */
    async #keep(answer, file, options) {
        const pages = [];
        for (const {name, bytes} of answer.files) {
            const page = name.replace(/^reports\//, '');
            if (!page.endsWith('.html') || page === 'index.html' || page.startsWith('players/'))
                continue;
            await keepReport(page, bytes);
            await keepSource(page, {name: file.name, options, modified: file.modified}, file.bytes);
            pages.push(page);
        }
        return pages;
    }

    /** @param {Job} job @param {string} name @param {{digest: string, key: string, pages: string[]} | null} known null: it is not in the collection @param {string[]} said */
    async #kept(job, name, known, said) {
        try {
            if (known)
                this.known[name] = known;
            else
                delete this.known[name];
            await this.#keepKnown();
        } catch (e) {
            said = [...said, String(e instanceof Error ? e.message : e)];
        }
        job.item.classList.toggle('failed', !known);
        if (said.length > 0)
            job.said.textContent = [...new Set([job.said.textContent, ...said])].filter(Boolean).join('\n');
        this.onKept();
    }

    /** @param {Given} given @returns {Job} */
    #row(given) {
        const state = element('span', {class: 'state'}, say('«waits»')), said = element('span', {class: 'said'});
        const stop = element('button', {type: 'button', 'aria-label': say('«Cancel {0}»', given.name)}, '✕');
        const item = element('li', {}, element('span', {class: 'name'}, given.name), element('span', {class: 'row'}, state, stop), said);
        /** @type {Job} */
        const job = {given, item, state, said, fraction: 0, ended: false, cancel: () => {}};
        stop.addEventListener('click', () => job.cancel());
        $('jobs').append(item);
        return job;
    }

    /** @param {Job} job @param {string} state @param {string[]} pages @param {string[]} said */
    #end(job, state, pages, said = []) {
        job.ended = true;
        job.fraction = 1;
        job.said.textContent = said.slice(0, 6).join('\n');
        const links = pages.slice(0, 20).map(page => {
            const open = element('button', {type: 'button', 'aria-label': `${say('«Show»')} ${page}`}, pages.length > 1 ? page : say('«Show»'));
            ratesOf(page).then(rates => rates.length && open.before(element('span', {class: 'rates'}, 'PR ' + rates.join(' – '))));
            open.addEventListener('click', () => this.onOpen(page));
            return open;
        });
        /** @type {HTMLElement} */ (job.state.parentElement).replaceChildren(element('span', {class: 'state'}, say(state)), ...links);
        this.#show();
    }

    #pause() {
        this.pool.pause(!this.pool.paused);
        $('pause').setAttribute('aria-pressed', String(this.pool.paused));
        this.#show();
    }

    #clear() {
        this.all = this.all.filter(j => !j.ended || (j.item.remove(), false));
        this.#show();
    }

    #show() {
        const open = this.all.filter(j => !j.ended).length, bytes = this.all.reduce((n, j) => n + j.given.file.size, 1);
        const done = this.all.reduce((n, j) => n + j.fraction * j.given.file.size, 0) / bytes;
        $('work').hidden = this.all.length === 0;
        input('overall').value = String(open ? done : 1);
        const failed = this.all.filter(j => j.item.classList.contains('failed')).length;
        const seconds = (performance.now() - this.began) / 1000 * (1 - done) / Math.max(done, 0.01);
        const left = done < 0.03 || this.pool.paused ? '' : seconds < 90 ? say('«about {0} s left»', Math.ceil(seconds)) : say('«about {0} min left»', Math.ceil(seconds / 60));
        const state = open === 0 ? say('«done»') : this.pool.paused ? say('«paused: what has begun is finished»') : left;
        $('left').textContent = [say('«Files: {0} of {1}»', this.all.length - open, this.all.length), open ? percent(done) : '', failed ? say('«failed: {0}»', failed) : '', state]
            .filter(Boolean).join(' · ');
        input('pause').disabled = input('cancel').disabled = open === 0;
    }
}
