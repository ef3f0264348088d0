/* Files beside the page that few need: fetched when something asks for them, kept by the service worker from then on, and
 * laid where a worker's library looks for what is installed beside a native program. docs/web.md. */

import {say} from './words.js';

const LIVE = ['kibitzer/live-engine.txt'];
const FONTS = ['fonts/truetype/dejavu/DejaVuSans.ttf', 'fonts/truetype/dejavu/DejaVuSans-Bold.ttf'];

/** What a report of this kind needs. @type {Record<string, string[]>} */
export const NEEDS = {live: LIVE, pdf: FONTS, png: FONTS, svg: FONTS};

/** What each worker has. @type {WeakMap<import('./engine.js').Engine, Set<string>>} */
const installed = new WeakMap();

export class Missing extends Error {} // such a file cannot be had

/** @param {string} name */
async function fetched(name) {
    const own = name.slice(name.lastIndexOf('/') + 1), response = await fetch(new URL('share/' + name, document.baseURI)).catch(() => null);
    const bytes = response?.ok ? await response.blob().catch(() => null) : null;
    if (!bytes)
        throw new Missing(response && !response.ok ? say('«{0} is loaded when it is first needed, and cannot be had: the server says {1}.»', own, response.status)
            : say('«{0} is loaded when it is first needed, and cannot be had without a network.»', own));
    return {name, bytes};
}

/** @param {import('./engine.js').Engine} engine @param {string[]} names */
export async function install(engine, names) {
    const there = installed.get(engine) ?? new Set();
    const files = await Promise.all(names.filter(name => !there.has(name)).map(fetched));
    if (files.length > 0)
        await engine.ask({ask: 'install', files});
    installed.set(engine, new Set([...there, ...names]));
}
