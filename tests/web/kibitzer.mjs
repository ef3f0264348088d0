/* A worker to ask, for tests under node: the protocol of docs/web.md as promises. */
import {readFileSync} from 'node:fs';
import {Worker} from 'node:worker_threads';

const module_ = new WebAssembly.Module(readFileSync('build/web/kibitzer.wasm'));

export async function openWorker() {
    const worker = new Worker(new URL('node-worker.cjs', import.meta.url), {workerData: 'build/web/worker.js'});
    const waiting = new Map();
    let n = 0;
    worker.on('message', ({id, progress, answer, error, fatal}) => {
        const asked = waiting.get(id);
        if (progress) {
            asked.onProgress(progress);
            return;
        }
        waiting.delete(id);
        if (error === undefined)
            asked.resolve(answer);
        else
            asked.reject(Object.assign(new Error(error), {fatal}));
    });
    worker.on('error', e => waiting.forEach(w => w.reject(e)));
    const ask = (what, onProgress = () => {}) => new Promise((resolve, reject) => {
        waiting.set(++n, {resolve, reject, onProgress});
        worker.postMessage({id: n, ...what});
    });
    const opened = await ask({ask: 'open', wasm: module_});
    return {opened, ask, close: () => worker.terminate()};
}
