/* kibitzer under node: a worker thread with the files of this package. */
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';
import {connect} from './client.js';

let compiled; // once, for all workers

export async function open({worker = new URL('worker.js', import.meta.url), wasm = new URL('kibitzer.wasm', import.meta.url)} = {}) {
    const named = typeof wasm === 'string' || wasm instanceof URL;
    if (named)
        compiled ??= readFile(wasm).then(bytes => WebAssembly.compile(bytes));
    return connect(() => {
        const w = new Worker(new URL('node-worker.cjs', import.meta.url), {workerData: worker instanceof URL ? fileURLToPath(worker) : worker});
        return {
            post: message => w.postMessage(message),
            listen(onMessage, onError) {
                w.on('message', onMessage);
                w.on('error', onError);
                w.on('exit', () => onError(new Error('the worker has ended')));
            },
            end: () => w.terminate()
        };
    }, named ? await compiled : wasm);
}
