/* What stays in this browser: the collection and tables as files (OPFS, else IndexedDB), pages and sources in caches. */

import {say} from './words.js';

export const REPORTS = 'kibitzer-reports', SOURCES = 'kibitzer-sources';

/** @typedef {{get(name: string): Promise<Blob | null>, put(name: string, bytes: Blob): Promise<void>, remove(name: string): Promise<void>, names(): Promise<string[]>}} Store */

/** What is kept, or why it cannot be, in words. @template T @param {Promise<T>} kept @returns {Promise<T>} */
export async function room(kept) {
    try {
        return await kept;
    } catch (e) {
        if (e instanceof Error && e.name === 'QuotaExceededError')
            throw new Error(say('«This browser has no room left: export your collection, then delete it here or free some of the disk.»'), {cause: e});
        throw e;
    }
}

/** @returns {Promise<Store>} */
async function privateFiles() {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('kibitzer', {create: true});
    return {
        async get(name) {
            try {
                const file = await (await folder.getFileHandle(name)).getFile();
                return file.size > 0 ? file : null;
            } catch {
                return null;
            }
        },
        async put(name, bytes) {
            const out = await (await folder.getFileHandle(name, {create: true})).createWritable();
            try {
                await room(out.write(bytes));
                await room(out.close()); // only now it takes the place of the old one
            } catch (e) {
                await out.abort().catch(() => {});
                throw e;
            }
        },
        remove: name => folder.removeEntry(name).catch(() => {}),
        async names() {
            const names = [];
            // @ts-ignore: keys() of a folder is not in TypeScript's library yet
            for await (const name of folder.keys())
                names.push(name);
            return names;
        }
    };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/** @returns {Promise<Store>} */
async function database() {
    const opening = indexedDB.open('kibitzer', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    const db = await settled(opening);
    /** @param {IDBTransactionMode} mode */
    const files = mode => db.transaction('files', mode).objectStore('files');
    return {
        get: async name => await settled(files('readonly').get(name)) ?? null,
        async put(name, bytes) {
            const own = new Blob([await bytes.arrayBuffer()]);
            await room(settled(files('readwrite').put(own, name)));
        },
        async remove(name) {
            await settled(files('readwrite').delete(name));
        },
        names: async () => (await settled(files('readonly').getAllKeys())).map(String)
    };
}

/** Where nothing can be kept (some private windows). @returns {Store} */
function memory() {
    const files = new Map();
    return {
        get: async name => files.get(name) ?? null,
        async put(name, bytes) { files.set(name, bytes); },
        async remove(name) { files.delete(name); },
        names: async () => [...files.keys()]
    };
}

/** @returns {Promise<{store: Store, lasting: boolean}>} */
export async function openStore() {
    const open = [];
    if (typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype)
        open.push(privateFiles);
    if (typeof indexedDB !== 'undefined')
        open.push(database);
    for (const how of open)
        try {
            return {store: await how(), lasting: true};
        } catch { /* a private window */ }
    return {store: memory(), lasting: false};
}

/** @param {string} kind @param {string} name */
const address = (kind, name) => new Request(new URL(kind + '/' + name.split('/').map(encodeURIComponent).join('/'), document.baseURI));

/** Where the report of this name is read. @param {string} name */
export const reportAddress = name => address('reports', name).url;

/** @param {string} name @param {Uint8Array} bytes gzipped */
export async function keepReport(name, bytes) {
    await room((await caches.open(REPORTS)).put(address('reports', name), new Response(/** @type {BodyInit} */ (bytes))));
}

/** @param {string} name */
export async function hasReport(name) {
    return Boolean(await (await caches.open(REPORTS)).match(address('reports', name)));
}

/** What each player's PR is in the head of a report, as it stands there. @param {string} name @returns {Promise<string[]>} */
export async function ratesOf(name) {
    const kept = await (await caches.open(REPORTS)).match(address('reports', name));
    const reader = kept?.body?.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    try {
        for (let part; reader && !text.includes('<main') && !(part = await reader.read()).done;)
            text += part.value;
        await reader?.cancel();
    } catch { /* damaged */ }
    return Array.from(text.matchAll(/<small>PR<\/small> ([\d.,]+)/g), m => m[1]);
}

/** @typedef {{name: string, options: Record<string, any>, modified?: number}} Source */

/** The file that a page was made of. @param {string} page @param {Source} source @param {Blob} bytes */
export async function keepSource(page, source, bytes) {
    const headers = {'X-Source': encodeURIComponent(JSON.stringify(source))};
    await room((await caches.open(SOURCES)).put(address('sources', page), new Response(bytes, {headers})));
}

/** @param {string} page @returns {Promise<{source: Source, bytes: Blob} | null>} */
export async function sourceOf(page) {
    const kept = await (await caches.open(SOURCES)).match(address('sources', page));
    if (!kept)
        return null;
    return {source: JSON.parse(decodeURIComponent(kept.headers.get('X-Source') ?? '{}')), bytes: await kept.blob()};
}

export async function forgetPages() {
    await caches.delete(REPORTS);
    await caches.delete(SOURCES);
}
