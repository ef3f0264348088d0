/* A worker to ask, for tests under node. */
import {open} from '../../package/node.js';
import {resolve} from 'node:path';

export async function openWorker() {
    const kibitzer = await open({worker: resolve('build/web/worker.js'), wasm: resolve('build/web/kibitzer.wasm')});
    return {opened: kibitzer, ask: kibitzer.ask, close: kibitzer.close};
}
