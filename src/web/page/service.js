/* The service worker: the page's own files without a network, and the reports of the collection, which the page has
 * put into a cache of their own. VERSION and FILES are filled in by the build. A server that analyses, too, says so in the
 * page and here (SERVER), so that browsers which know the page from another server fetch it again. */
'use strict';
const VERSION = '@VERSION@', FILES = '@FILES@'.split(' ');
const SERVER = 'kibitzer-service:none', OWN = `kibitzer-${SERVER.slice(-4)}-${VERSION}`, REPORTS = 'kibitzer-reports';

self.addEventListener('install', event => event.waitUntil(
    caches.open(OWN).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting())));

/* Older files go; the reports stay. */
async function tidyUp() {
    for (const name of await caches.keys())
        if (name.startsWith('kibitzer-') && name !== OWN && name !== REPORTS && name !== 'kibitzer-sources')
            await caches.delete(name);
    await self.clients.claim();
}
self.addEventListener('activate', event => event.waitUntil(tidyUp()));

/* Reports are kept compressed. They hold no more than their own scripts, whatever is in the files of strangers. */
async function report(request, path) {
    const kept = await (await caches.open(REPORTS)).match(request, {ignoreSearch: true});
    const body = kept && await new Response(kept.body?.pipeThrough(new DecompressionStream('gzip'))).blob().catch(() => null);
    if (!body?.size)
        return new Response(`This report is ${kept ? 'damaged' : 'not kept here'}.`, {status: 404, headers: {'Content-Type': 'text/plain'}});
    const headers = {'Content-Type': (path.endsWith('.js') ? 'text/javascript' : 'text/html') + '; charset=utf-8', 'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "connect-src 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self'"};
    return new Response(body, {headers});
}

/* What is below share/ comes when it is needed, and stays. */
async function ownFile(request, path) {
    const cache = await caches.open(OWN), kept = await cache.match(request, {ignoreSearch: true});
    if (kept)
        return kept;
    const fresh = await fetch(request);
    if (fresh.ok && path.startsWith('share/'))
        await cache.put(request, fresh.clone()).catch(() => {}); // without room it is asked for again
    return fresh;
}

self.addEventListener('fetch', event => {
    const url = new URL(event.request.url), scope = new URL(self.registration.scope);
    const path = url.pathname.slice(scope.pathname.length);
    if (event.request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname) || path.startsWith('v1/'))
        return;
    event.respondWith(path.startsWith('reports/') ? report(event.request, path) : ownFile(event.request, path));
});
