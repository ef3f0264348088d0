/* The protocol of kibitzer's worker (docs/web.md of the project) as promises. */

/* port: {post(message), listen(onMessage, onError), end()}. wasm: a module, its bytes, or undefined: beside the worker. */
export async function connect(port, wasm) {
    const waiting = new Map();
    let n = 0;
    const fail = error => {
        waiting.forEach(w => w.reject(error));
        waiting.clear();
    };
    port.listen(({id, progress, answer, error, fatal}) => {
        const w = waiting.get(id);
        if (!w)
            return;
        if (progress) {
            w.onProgress(progress);
            return;
        }
        waiting.delete(id);
        if (error === undefined)
            w.resolve(answer);
        else
            w.reject(Object.assign(new Error(error), {fatal}));
    }, fail);
    const ask = (what, onProgress = () => {}) => new Promise((resolve, reject) => {
        waiting.set(++n, {resolve, reject, onProgress});
        port.post({id: n, ...what});
    });
    const close = () => {
        fail(new Error('closed'));
        return port.end();
    };
    const question = name => async (position, options = {}, onProgress = undefined) => {
        const answer = await ask({ask: name, position, options}, onProgress);
        if (answer.code < 0)
            throw Object.assign(new Error(answer.messages.map(m => m.display).join('\n')), {code: answer.code, messages: answer.messages});
        return answer.document;
    };
    const opened = await ask({ask: 'open', wasm});
    return {
        version: opened.version,
        code: opened.code,
        ask,
        hint: question('hint'),
        cube: question('cube'),
        evaluate: question('evaluate'),
        rollout: question('rollout'),
        run: (command, {options, inputs, files, seconds} = {}, onProgress = undefined) => ask({ask: 'run', command, options, inputs, files, seconds}, onProgress),
        tables: (files, onProgress = undefined) => ask(files ? {ask: 'tables', files} : {ask: 'tables', make: true}, onProgress).then(a => a.files),
        close
    };
}
