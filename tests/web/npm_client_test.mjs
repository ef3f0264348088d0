#!/usr/bin/env node
/* The npm package's client beside workers that are made up: what becomes of questions that are aborted, closed, refused. In TAP. */
import assert from 'node:assert/strict';
import {connect} from '../../package/client.js';
import {finish, test as tap} from '../pages/tap.mjs';

const soon = () => new Promise(resolve => setTimeout(resolve, 5));

/* Workers that answer when they are told to. */
function stage() {
    const workers = [];
    const start = () => {
        const w = {posted: [], ended: false};
        workers.push(w);
        w.answer = (more = {answer: {code: 0, messages: [], document: {}}}) => w.onMessage({id: w.posted.at(-1).id, ...more});
        return {
            post(message) {
                structuredClone(message);
                w.posted.push(message);
                if (message.ask === 'open')
                    queueMicrotask(() => w.answer({answer: {version: '1.2.3', code: 0}}));
            },
            listen(onMessage, onError) {
                Object.assign(w, {onMessage, onError});
            },
            end() {
                w.ended = true;
                w.onError(new Error('the worker has ended'));
                return Promise.resolve(0);
            }
        };
    };
    return {workers, start};
}

async function opened() {
    const {workers, start} = stage();
    return {workers, kibitzer: await connect(start, undefined)};
}

const asks = w => w.posted.map(p => p.ask);
const test = (name, body) => tap(name, async () => {
    let late;
    await Promise.race([body(), new Promise((_, reject) => { late = setTimeout(() => reject(new Error('it waits for ever')), 2000); })]);
    clearTimeout(late);
});

await test('questions are asked one after the other, each gets its answer and its progress', async () => {
    const {workers: [w], kibitzer} = await opened(), seen = [];
    const first = kibitzer.hint('a', {}, p => seen.push(p)), second = kibitzer.cube('b', {}, {onProgress: p => seen.push(p)});
    assert.deepEqual(asks(w), ['open', 'hint']);
    w.answer({progress: 0.5});
    w.answer({answer: {code: 0, messages: [], document: 1}});
    w.answer({progress: 0.7});
    w.answer({answer: {code: 0, messages: [], document: 2}});
    assert.deepEqual([await first, await second, seen], [1, 2, [0.5, 0.7]]);
});

await test('close() rejects what waits and all that is asked later', async () => {
    const {workers: [w], kibitzer} = await opened(), waiting = [kibitzer.hint('a'), kibitzer.cube('b')];
    const rejected = Promise.all(waiting.map(p => assert.rejects(p, /closed/)));
    await kibitzer.close();
    await rejected;
    for (const late of [kibitzer.hint('c'), kibitzer.run('stats'), kibitzer.tables(), kibitzer.ask({ask: 'hint'})])
        await assert.rejects(late, /closed/);
    assert.ok(w.ended && w.posted.length === 2);
});

await test('a question that waits is aborted without a word to the worker', async () => {
    const {workers, kibitzer} = await opened(), stop = new AbortController(), first = kibitzer.hint('a');
    const second = assert.rejects(kibitzer.rollout('b', {}, {signal: stop.signal}), {name: 'AbortError'}), third = kibitzer.cube('c');
    stop.abort();
    await second;
    workers[0].answer();
    workers[0].answer();
    await Promise.all([first, third]);
    assert.deepEqual([workers.length, asks(workers[0])], [1, ['open', 'hint', 'cube']]);
});

await test('one that is being answered is aborted with its worker; a new one has the tables and goes on', async () => {
    const {workers, kibitzer} = await opened(), stop = new AbortController(), files = [{name: 'os.bd', bytes: new Uint8Array(3)}];
    const tables = kibitzer.tables(files);
    workers[0].answer({answer: {files: []}});
    await tables;
    const reason = new Error('enough'), running = assert.rejects(kibitzer.rollout('a', {}, {signal: stop.signal}), e => e === reason);
    const waiting = kibitzer.hint('b');
    stop.abort(reason);
    await running;
    await soon();
    const [before, after] = workers;
    assert.ok(before.ended);
    after.answer({answer: {files: []}});
    assert.deepEqual(asks(after), ['open', 'tables', 'hint']);
    assert.equal(after.posted[1].files, files);
    before.onMessage({id: after.posted[2].id, answer: {code: 0, messages: [], document: 'of the old one'}});
    after.answer({answer: {code: 0, messages: [], document: 'right'}});
    assert.equal(await waiting, 'right');
});

await test('tables that were made are given to the next worker', async () => {
    const {workers, kibitzer} = await opened(), files = [{name: 'os.bd', bytes: new Uint8Array(3)}], made = kibitzer.tables();
    workers[0].answer({answer: {files}});
    assert.equal(await made, files);
    const running = assert.rejects(kibitzer.hint('a', {}, {signal: AbortSignal.timeout(5)}), {name: 'TimeoutError'});
    await running;
    await soon();
    assert.deepEqual(workers[1].posted.map(p => [p.ask, p.files]), [['open', undefined], ['tables', files]]);
});

await test('a signal that was aborted before asks nothing, and one that is aborted afterwards changes nothing', async () => {
    const {workers, kibitzer} = await opened(), stop = new AbortController();
    await assert.rejects(kibitzer.hint('a', {}, {signal: AbortSignal.abort()}), {name: 'AbortError'});
    const answered = kibitzer.hint('b', {}, {signal: stop.signal});
    workers[0].answer();
    await answered;
    stop.abort();
    assert.deepEqual([workers.length, asks(workers[0])], [1, ['open', 'hint']]);
});

await test('a worker that has broken off is replaced, and its question rejects', async () => {
    const {workers, kibitzer} = await opened(), broken = assert.rejects(kibitzer.hint('a'), e => e.fatal === true && e.message === 'no memory');
    const next = kibitzer.hint('b');
    workers[0].answer({error: 'no memory', fatal: true});
    await broken;
    await soon();
    workers[1].answer();
    await next;
    assert.deepEqual(asks(workers[1]), ['open', 'hint']);
});

await test('a worker that ends by itself rejects all, and later questions with the same reason', async () => {
    const {workers: [w], kibitzer} = await opened(), waiting = assert.rejects(kibitzer.hint('a'), /out of memory/);
    w.onError(new Error('out of memory'));
    w.onError(new Error('the worker has ended'));
    await waiting;
    await assert.rejects(kibitzer.hint('b'), /out of memory/);
});

await test('what is refused has code and messages, what cannot be sent rejects, and the next question is answered', async () => {
    const {workers: [w], kibitzer} = await opened(), refused = assert.rejects(kibitzer.hint('a'), e => e.code === -4 && e.messages.length === 1 && e.message === 'no ID');
    w.answer({answer: {code: -4, messages: [{display: 'no ID'}]}});
    await refused;
    await assert.rejects(kibitzer.run('info', {options: {level: () => 1}}), {name: 'DataCloneError'});
    const next = kibitzer.hint('b');
    w.answer();
    await next;
});

finish();
