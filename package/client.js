/* The protocol of kibitzer's worker (docs/web.md of the project) as promises: one question at a time is with the worker, the others wait here. One that is
 * aborted while the worker computes costs the worker, as no message can reach it: another takes its place and is given what it needs. */

const KEPT = ['tables', 'words', 'install']; // what a new worker has to be given again

/* start(): {post(message), listen(onMessage, onError), end()}, a new worker each time. wasm: a module, its bytes, or undefined: beside the worker. */
export async function connect(start, wasm) {
    const queue = [], kept = [];
    let port, current, broken, n = 0; // broken: what all questions reject with from then on

    function settle(question, how, value) {
        question.forget();
        question[how](value);
    }

    function next() {
        if (current || queue.length === 0)
            return;
        current = queue.shift();
        try {
            port.post({id: current.id, ...current.what});
        } catch (error) { // what cannot be cloned
            done('reject', error);
        }
    }

    function done(how, value) {
        const question = current;
        current = undefined;
        settle(question, how, value);
        next();
    }

    function hear({id, progress, answer, error, fatal}) {
        if (!current || id !== current.id)
            return;
        if (progress) {
            current.onProgress(progress);
            return;
        }
        if (error === undefined) {
            keep(current.what, answer);
            done('resolve', answer);
            return;
        }
        const question = current;
        if (fatal)
            replace();
        else
            current = undefined;
        settle(question, 'reject', Object.assign(new Error(error), {fatal}));
        next();
    }

    function keep(what, answer) {
        const files = what.ask === 'tables' && !what.files ? answer.files : what.files;
        if (KEPT.includes(what.ask) && (what.ask !== 'tables' || files.length > 0))
            kept.push(what.ask === 'tables' ? {ask: 'tables', files} : what);
    }

    function fail(error) {
        broken = broken || error;
        const all = current ? [current, ...queue] : [...queue];
        current = undefined;
        queue.length = 0;
        all.forEach(question => settle(question, 'reject', broken));
    }

    function begin() {
        const mine = port = start();
        mine.listen(message => mine === port && hear(message), error => mine === port && fail(error));
    }

    function replace() {
        const old = port;
        port = current = undefined;
        old.end();
        begin();
        const silent = what => ({id: ++n, what, onProgress() {}, resolve() {}, reject: fail, forget() {}});
        queue.unshift(...[{ask: 'open', wasm}, ...kept].map(silent));
    }

    function abort(question, reason) {
        if (current === question)
            replace();
        else
            queue.splice(queue.indexOf(question), 1);
        settle(question, 'reject', reason);
        next();
    }

    const watched = watching => typeof watching === 'function' ? {onProgress: watching} : watching || {};
    const ask = (what, watching = undefined) => new Promise((resolve, reject) => {
        const {onProgress = () => {}, signal} = watched(watching);
        if (broken || signal?.aborted) {
            reject(broken || signal.reason);
            return;
        }
        const question = {id: ++n, what, onProgress, resolve, reject, forget: () => signal?.removeEventListener('abort', onAbort)};
        const onAbort = () => abort(question, signal.reason);
        signal?.addEventListener('abort', onAbort);
        queue.push(question);
        next();
    });
    const close = () => {
        fail(new Error('closed'));
        return port.end();
    };
    const question = name => async (position, options = {}, watching = undefined) => {
        const answer = await ask({ask: name, position, options}, watching);
        if (answer.code < 0)
            throw Object.assign(new Error(answer.messages.map(m => m.display).join('\n')), {code: answer.code, messages: answer.messages});
        return answer.document;
    };
    begin();
    const opened = await ask({ask: 'open', wasm});
    return {
        version: opened.version,
        code: opened.code,
        ask,
        hint: question('hint'),
        cube: question('cube'),
        evaluate: question('evaluate'),
        rollout: question('rollout'),
        run: (command, {options, inputs, files, seconds} = {}, watching = undefined) => ask({ask: 'run', command, options, inputs, files, seconds}, watching),
        tables: (files, watching = undefined) => ask(files ? {ask: 'tables', files} : {ask: 'tables', make: true}, watching).then(a => a.files),
        close
    };
}
