/* Files beside the page that few need: fetched when something asks for them, kept by the service worker from then on, and
 * laid where a worker's library looks for what is installed beside a native program. docs/web.md. */

const LIVE = ['kibitzer/live-engine.txt'];
const FONTS = ['fonts/truetype/dejavu/DejaVuSans.ttf', 'fonts/truetype/dejavu/DejaVuSans-Bold.ttf'];

/** What a report of this kind needs. @type {Record<string, string[]>} */
export const NEEDS = {live: LIVE, pdf: FONTS, png: FONTS, svg: FONTS};

/** What each worker has. @type {WeakMap<import('./engine.js').Engine, Set<string>>} */
const installed = new WeakMap();

export class Missing extends Error {} // such a file cannot be had

/** @param {string} name */
async function fetched(name) {
    const response = await fetch(new URL('share/' + name, document.baseURI)).catch(() => null);
    const bytes = response?.ok ? await response.blob().catch(() => null) : null;
    if (!bytes)
        throw new Missing(`${name.slice(name.lastIndexOf('/') + 1)}, which is loaded when it is first needed, cannot be had` +
            (response && !response.ok ? ` (the server says ${response.status}).` : ' without a network.'));
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
