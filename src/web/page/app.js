/* The page: puts its parts together. */
import {Collection, complaints} from './collection.js';
import {$, decoded, download, input, keep, keepSetting, setting} from './dom.js';
import {Engine, Pool} from './engine.js';
import {listen} from './incoming.js';
import {Jobs} from './jobs.js';
import {Positions} from './positions.js';
import {offerChoice} from './remote.js';
import {Reader} from './reader.js';
import {language, openWords, percent, say as words} from './words.js';
import {hasReport, keepReport, openStore} from './store.js';

const COLLECTION = 'collection.db', TABLE = 'table-';
/** @typedef {Promise<import('./engine.js').GivenFile[]>} Tables */
let kept = /** @type {Tables} */ (Promise.resolve([])); // tables that are there
let wanted = kept; // those that may still be made
let owner = false; // this tab has the collection

/** @param {string} text */
function say(text) {
    $('state').textContent = text;
}

/** How far what the reader waits for has come; null: it is there. @param {number | null} fraction */
function progress(fraction) {
    say(fraction === null ? '' : words('«Computing: {0}»', percent(fraction)));
}

/** @param {() => Promise<any>} body */
async function trying(body) {
    say('');
    try {
        await body();
    } catch (e) {
        say(String(e instanceof Error ? e.message : e));
    }
}

/* ---- what works without a network, and shows reports ---- */

async function startService() {
    if (!('serviceWorker' in navigator))
        return say(words('«Reports cannot be shown here: the browser has no service worker (a private window, or no https).»'));
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
        await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, {once: true}));
    document.documentElement.dataset.offline = 'ready';
}

/* ---- tables ---- */

/** @param {import('./store.js').Store} store */
async function keptTables(store) {
    const tables = [];
    for (const name of await store.names())
        if (name.startsWith(TABLE)) {
            const bytes = await store.get(name);
            if (bytes)
                tables.push({name: decoded(name.slice(TABLE.length)), bytes});
        }
    return tables;
}

/** In the background, once. Matches wait for them: each of their workers would make its own. @param {import('./store.js').Store} store */
async function makeTables(store) {
    const {engine} = await Engine.open();
    const {files} = await engine.ask({ask: 'tables', make: true});
    engine.close();
    const made = files.map(f => ({name: f.name, bytes: new Blob([/** @type {BlobPart} */ (f.bytes)])}));
    for (const {name, bytes} of made)
        await store.put(TABLE + encodeURIComponent(name), bytes);
    kept = Promise.resolve(made);
    document.documentElement.dataset.tables = 'kept';
    return made;
}

/* ---- views ---- */

/** @type {Positions | undefined} */
let positions;
/** @type {Reader | undefined} */
let reader; // once reports can be shown

function route() {
    const hash = decoded(location.hash.slice(1)), page = hash.startsWith('report/') ? hash.slice(7) : '', isPosition = hash === 'positions' || /^XGID=/.test(hash) || /^[\w+/]{14}/.test(hash);
    $('matches').hidden = isPosition;
    $('positions').hidden = !isPosition;
    $(isPosition ? 'to-positions' : 'to-matches').setAttribute('aria-current', 'page');
    $(isPosition ? 'to-matches' : 'to-positions').removeAttribute('aria-current');
    reader?.show(page);
    if (!isPosition)
        return;
    positions ??= new Positions(() => kept);
    if (hash !== 'positions')
        positions.show(hash);
}

/** Pages that are made when asked for. @type {Record<string, (me: string) => [string, Record<string, any>, string[]]>} */
const VIEWS = {
    errors: () => ['errors', {worst: 50}, []],
    quiz: () => ['errors', {worst: 30, quiz: true}, []],
    stats: () => ['stats', {}, []],
    trend: () => ['stats', {by: 'month'}, []],
    study: me => ['study', {}, [me]]
};

/** @param {Collection} collection @param {Reader} pages @param {string} view */
async function openView(collection, pages, view) {
    if (view === 'index')
        return pages.open('index.html');
    const me = input('me').value.split(/[;,]/)[0].trim();
    if (view === 'study' && !me) {
        $('me').focus();
        throw new Error(words('«Say who you are: write your name here.»'));
    }
    const [command, options, inputs] = VIEWS[view](me), name = `_${view}.html`;
    const answer = await collection.run({command, options: {...options, output: name}, inputs, gzip: true});
    const page = answer.files.find(f => f.name === name);
    if (!page)
        throw new Error(complaints(answer).join('\n') || words('«There is nothing to show yet.»'));
    await keepReport(name, page.bytes);
    await pages.open(name);
}

/** @param {Collection} collection @param {import('./collection.js').Command} command @param {string} name */
async function saveFrom(collection, command, name) {
    const answer = await collection.run(command);
    const file = answer.files.find(f => f.name === name);
    if (!file)
        throw new Error(complaints(answer).join('\n') || words('«There is nothing to save yet.»'));
    download(new Blob([/** @type {BlobPart} */ (file.bytes)]), name);
}

/* ---- the collection ---- */

/** What is there can be deleted, even if nothing can be read of it. @param {Collection} collection */
async function showKept(collection) {
    const some = await hasReport('index.html');
    for (const id of ['views', 'export', 'cards', 'decisions'])
        $(id).hidden = !some;
    $('forget').hidden = !some && !await collection.exists();
    $('kept-state').textContent = words(some ? '«Kept in this browser; an export is read by the program, too.»' : '«None yet.»');
}

/** Pages of an earlier visit are in its language. @param {Collection} collection @param {Reader} pages */
async function inThisLanguage(collection, pages) {
    if ((setting('pages') ?? 'en') !== language && await hasReport('index.html')) {
        await collection.rewrite();
        pages.refresh(true);
    }
    keep('pages', language);
}

/** @param {Collection} collection @param {Reader} pages @param {Jobs} jobs */
function listenToCollection(collection, pages, jobs) {
    document.querySelectorAll('[data-page]').forEach(e => e.addEventListener('click', () =>
        trying(() => openView(collection, pages, e.getAttribute('data-page') ?? 'index'))));
    $('export').addEventListener('click', () => trying(async () => {
        const file = await collection.file();
        if (file)
            download(file, COLLECTION);
    }));
    $('cards').addEventListener('click', () => trying(() => 
        saveFrom(collection, {command: 'errors', options: {worst: 100, output: 'errors.apkg', format: 'anki'}}, 'errors.apkg')));
    $('decisions').addEventListener('click', () => trying(() => 
        saveFrom(collection, {command: 'db', options: {decisions: 'decisions.csv'}, inputs: ['export']}, 'decisions.csv')));
    $('import').addEventListener('change', () => trying(async () => {
        const file = input('import').files?.[0];
        input('import').value = '';
        if (!file)
            return;
        say(words('«The collection is being read …»'));
        const said = await collection.bringIn(file);
        say(said.length ? said.join('\n') : words('«The collection has been added.»'));
        await showKept(collection);
    }));
    $('forget').addEventListener('click', () => trying(async () => {
        if (!confirm(words('«Delete all matches that are kept in this browser?»')))
            return;
        await collection.forget(); // after the matches that are on their way into it
        await jobs.forget();
        await showKept(collection);
    }));
}

/** One tab has the collection; another waits until that is closed. @param {() => Promise<void>} onOwner */
async function own(onOwner) {
    if (!navigator.locks) {
        owner = true;
        return onOwner();
    }
    const hold = () => {
        owner = true;
        document.body.dataset.owner = 'yes';
        say('');
        $('drop').inert = $('kept').inert = false;
        trying(onOwner);
        return new Promise(() => {}); // until the tab is closed
    };
    const later = () => {
        say(words('«Another tab has your matches open: add matches there. Positions work here too.»'));
        $('drop').inert = $('kept').inert = true;
        navigator.locks.request('kibitzer-collection', hold);
    };
    navigator.locks.request('kibitzer-collection', {ifAvailable: true}, lock => lock ? hold() : later());
}

/* ---- for scripts on the page: the documents of the command line ---- */

function offer() {
    /** @param {string} ask */
    const question = ask => async (/** @type {string} */ position, /** @type {Record<string, any>} */ options = {}) => {
        positions ??= new Positions(() => kept);
        const answer = await positions.ask({ask, position, options});
        if (answer.code !== 0)
            throw new Error(complaints(answer).join('\n'));
        return answer.document;
    };
    Object.assign(window, {kibitzer: Object.fromEntries(['hint', 'cube', 'evaluate', 'rollout'].map(ask => [ask, question(ask)]))});
}

async function main() {
    let busy = () => false;
    await openWords(() => !busy() || confirm(words('«The analysis that is running stops. Change the language?»')));
    ['me', 'level'].forEach(keepSetting);
    offerChoice();
    offer();
    window.addEventListener('hashchange', route);
    const opening = openStore();
    wanted = kept = opening.then(({store}) => keptTables(store));
    route();
    const {store, lasting} = await opening;
    if (!lasting)
        say(words('«This window keeps nothing: export your collection before you close it.»'));
    if ((await kept).length === 0)
        wanted = makeTables(store).catch(() => []); // without them it is slower, no more
    const pool = new Pool(() => wanted), collection = new Collection(store, () => kept, progress), pages = new Reader(collection, say);
    const service = startService().then(() => {
        reader = pages;
        route();
    }).catch(e => say(words('«Reports cannot be shown here: {0}»', e.message)));
    const open = async (/** @type {string} */ page) => {
        await service;
        await pages.open(page);
    };
    const jobs = new Jobs(pool, collection, store, open, () => {
        showKept(collection);
        pages.refresh();
    });
    busy = () => jobs.all.some(j => !j.ended);
    listenToCollection(collection, pages, jobs);
    listen(files => trying(() => jobs.add(files)), id => { location.hash = id.startsWith('XGID=') ? id : encodeURIComponent(id); }, () => owner);
    await own(async () => {
        await jobs.load();
        await showKept(collection);
        document.documentElement.dataset.ready = 'yes';
        await inThisLanguage(collection, pages);
    });
    navigator.storage?.persist?.();
    await service;
}

trying(main);
