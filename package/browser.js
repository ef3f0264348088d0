/* kibitzer in a page: the addresses of worker.js and kibitzer.wasm are the caller's, who serves them. */
import {connect} from './client.js';

export async function open({worker, wasm} = {}) {
    if (worker === undefined)
        throw new TypeError('open({worker}): the address of worker.js is expected');
    const given = typeof wasm === 'string' || wasm instanceof URL ? await WebAssembly.compileStreaming(fetch(wasm)) : wasm;
    return connect(() => {
        const w = new Worker(worker);
        return {
            post: message => w.postMessage(message),
            listen(onMessage, onError) {
                w.onmessage = event => onMessage(event.data);
                w.onerror = event => onError(new Error(event.message || 'the worker does not start'));
            },
            end: () => w.terminate()
        };
    }, given);
}
