#!/usr/bin/env node
/* The worker's bytes beside those of the native PROGRAM, and the worker's manners; in TAP, from the repository's folder. */
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {openWorker} from './kibitzer.mjs';

const program = resolve(process.env.PROGRAM);
const folder = mkdtempSync(join(tmpdir(), 'kibitzer-web-'));
const environment = {...process.env, XDG_CACHE_HOME: resolve('build/cache'), XDG_CONFIG_HOME: folder, TZ: 'UTC'};
const kibitzer = await openWorker();
let count = 0, failures = 0;

async function test(name, body) {
    count++;
    try {
        await body();
        console.log(`ok ${count} - ${name}`);
    } catch (e) {
        failures++;
        console.log(`not ok ${count} - ${name}\n# ${String(e.stack || e).split('\n').slice(0, 12).join('\n# ')}`);
    }
}

/* The native program in a folder of its own with these files; what it prints. */
function native(words, files = []) {
    const here = mkdtempSync(join(folder, 'run-'));
    for (const f of files)
        writeFileSync(join(here, f.name), f.bytes);
    return {output: execFileSync(program, words, {cwd: here, env: environment, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28}), here};
}

function wordsOf(command, options, inputs) {
    const given = Object.entries(options).filter(([, value]) => value !== false);
    return [command, ...given.flatMap(([name, value]) => value === true ? ['--' + name] : ['--' + name, String(value)]), ...inputs];
}

const fixture = path => ({name: basename(path), bytes: readFileSync(path), modified: statSync(path).mtimeMs});
const match = fixture('fixtures/demo/club-final.mat');

await test('the machine computes as plain C does', () => {
    assert.equal(kibitzer.opened.code, 0);
    assert.match(kibitzer.opened.version, /^\d+\.\d+\.\d+$/);
});

/* The same words to both; equal output. */
async function sameOutput(command, options, inputs, files = []) {
    const answer = await kibitzer.ask({ask: 'run', command, options, inputs, files});
    const {output} = native(wordsOf(command, options, inputs), files);
    assert.ok(answer.code >= 0, JSON.stringify(answer.messages));
    assert.ok(output.length > 0);
    assert.equal(Buffer.compare(Buffer.from(answer.output), output), 0, 'bytes differ');
    return answer;
}

for (const path of ['fixtures/demo/club-final.mat', 'fixtures/demo/league-round-4.sgf', 'fixtures/xg/rolled-out.xg'])
    for (const to of ['json', 'sgf', 'html', 'dump'])
        await test(`${path} as ${to}`, () => sameOutput('convert', {to}, [basename(path)], [fixture(path)]));

/* The same words to both; equal files of these endings. */
async function sameFiles(command, options, files, ...endings) {
    const inputs = files.map(f => f.name);
    const answer = await kibitzer.ask({ask: 'run', command, options, inputs, files});
    const {here} = native(wordsOf(command, options, inputs), files);
    assert.equal(answer.code, 0, JSON.stringify(answer.messages));
    for (const ending of endings) {
        const written = answer.files.filter(f => f.name.endsWith(ending));
        assert.notEqual(written.length, 0, ending);
        for (const f of written)
            assert.equal(Buffer.compare(Buffer.from(f.bytes), readFileSync(join(here, f.name))), 0, f.name);
    }
    return answer;
}

await test('an archive of matches becomes the same files', async () => {
    const {files} = await sameFiles('convert', {to: 'sgf', out: 'out'}, [fixture('fixtures/archive/round.zip')], '.sgf');
    assert.equal(files.length, 2);
});

await test('an archive that needs a password is refused with a word', async () => {
    const files = [fixture('fixtures/archive/locked.zip')];
    const {messages} = await kibitzer.ask({ask: 'run', command: 'convert', options: {to: 'sgf', out: 'out'}, inputs: ['locked.zip'], files});
    assert.ok(messages.some(m => /encrypted/.test(m.text)), JSON.stringify(messages));
});

const start = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10';
const doubling = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10';

await test('plays, a cube and an evaluation are the same documents', async () => {
    await sameOutput('hint', {level: '2ply', json: true}, [start]);
    await sameOutput('cube', {level: '2ply', json: true}, [doubling]);
    await sameOutput('eval', {level: '2ply', json: true}, [doubling, start]);
});

await test('a rollout is the same document and tells how far it is', async () => {
    const options = {trials: 144, level: '0ply', seed: 5}, seen = [];
    const {document, code} = await kibitzer.ask({ask: 'rollout', position: start, options}, p => seen.push(p.fraction));
    assert.equal(code, 0);
    assert.deepEqual(document, JSON.parse(native(wordsOf('rollout', {...options, json: true}, [start])).output));
    assert.ok(seen.length > 0 && seen.every(f => f >= 0 && f <= 1));
});

await test('an analysed match: report, index and JSON are the same files', async () => {
    const {files} = await sameFiles('analyze', {level: '1ply', out: 'report'}, [match], '.html');
    assert.ok(files.some(f => f.name === 'report/collection.db'));
    await sameOutput('analyze', {level: '1ply', json: true}, [match.name], [match]);
});

const GERMAN = 'build/web/share/kibitzer/de.words';
await test('in German: reports, index, players, quiz and an answer are what the program says with --language de', async () => {
    const german = await openWorker(), options = {level: '0ply', report: 'html,md,text,csv,json', out: 'report'};
    await german.ask({ask: 'words', code: 'de', bytes: new Uint8Array(readFileSync(GERMAN))});
    const answer = await german.ask({ask: 'run', command: 'analyze', options, inputs: [match.name], files: [match]});
    assert.equal(answer.code, 0, JSON.stringify(answer.messages));
    const {here} = native(wordsOf('analyze', {...options, language: 'de'}, [match.name]), [match]);
    const pages = answer.files.filter(f => !f.name.endsWith('.db'));
    assert.ok(pages.length > 8 && pages.some(f => f.name.startsWith('report/players/')));
    for (const f of pages)
        assert.equal(Buffer.compare(Buffer.from(f.bytes), readFileSync(join(here, f.name))), 0, f.name);
    assert.match(new TextDecoder().decode(pages.find(f => f.name === 'report/club-final.html').bytes), /lang="de"[^]*Fehler/);
    const said = await german.ask({ask: 'run', command: 'glossary', options: {}, inputs: ['PR']});
    assert.equal(Buffer.compare(Buffer.from(said.output), native(['glossary', '--language', 'de', 'PR']).output), 0);
    await german.close();
});

await test('no catalogue is fetched in more than 40 kB', () => {
    const all = readdirSync('build/web/share/kibitzer').filter(n => /\.(words|messages)$/.test(n));
    assert.ok(all.length >= 22, `${all}`);
    for (const name of all)
        assert.ok(gzipSync(readFileSync(join('build/web/share/kibitzer', name)), {level: 9}).length < 40000, name);
});

await test('what two workers share out is the same to the byte', async () => {
    const other = await openWorker(), both = [kibitzer, other];
    const together = async ask => {
        const parts = await Promise.all(both.map((w, index) => w.ask({...ask(), share: {index, of: 2}})));
        assert.ok(parts.every(p => p.share.length > 0));
        return kibitzer.ask({...ask(), shares: parts.map(p => p.share)});
    };
    const asked = {name: 'resigned.ids', bytes: Buffer.from('4HPwATDgc/ABMA:cDkAAAAAAAAE\n'), modified: 0}; // is a resignation to be accepted?
    for (const file of [match, asked]) {
        const analyze = () => ({ask: 'run', command: 'analyze', options: {level: '1ply', report: 'html,dump', out: 'report'}, inputs: [file.name], files: [{...file}]});
        const alone = await kibitzer.ask(analyze()), made = await together(analyze);
        assert.deepEqual(made.files.map(f => f.name), alone.files.map(f => f.name));
        made.files.forEach((f, i) => assert.equal(Buffer.compare(Buffer.from(f.bytes), Buffer.from(alone.files[i].bytes)), 0, f.name));
    }
    const rollout = () => ({ask: 'rollout', position: start, options: {trials: 180, within: 0.1}});
    assert.deepEqual((await together(rollout)).document, (await kibitzer.ask(rollout())).document);
    await other.close();
});

await test('a collection is handed back and read again', async () => {
    const made = await kibitzer.ask({ask: 'run', command: 'analyze', options: {level: '0ply', out: '.', report: 'none'}, inputs: [match.name], files: [match]});
    const db = made.files.find(f => f.name === 'collection.db');
    const listed = await kibitzer.ask({ask: 'run', command: 'stats', options: {db: 'collection.db', json: true}, files: [db]});
    assert.equal(listed.code, 0, JSON.stringify(listed.messages));
    assert.equal(JSON.parse(new TextDecoder().decode(listed.output)).players[0].matches, 1);
});

await test('what cannot be read is said, and the worker lives on', async () => {
    const bad = {name: 'bad.mat', bytes: new TextEncoder().encode('nothing of a match')};
    const answer = await kibitzer.ask({ask: 'run', command: 'analyze', options: {out: 'report'}, inputs: ['bad.mat'], files: [bad]});
    assert.ok(answer.code < 0);
    assert.ok(answer.messages.some(m => m.severity === 'error' && m.file === 'bad.mat'));
    await assert.rejects(kibitzer.ask({ask: 'nonsense'}), /no question "nonsense"/);
    assert.equal((await kibitzer.ask({ask: 'run', command: 'analyze', options: {level: 'deep'}, inputs: []})).code, -7);
    assert.equal((await kibitzer.ask({ask: 'run', command: 'external', options: {}, inputs: []})).code, -4);
});

await test('tables are made once and serve a new worker', async () => {
    const maker = await openWorker(), {files} = await maker.ask({ask: 'tables', make: true}); // which has none yet
    await maker.close();
    assert.deepEqual(files.map(f => f.name).sort(), ['os-15x6.bd', 'os-15x8.bd', 'ts-06x06.bd']);
    const other = await openWorker();
    try {
        await other.ask({ask: 'tables', files});
        const kept = (await other.ask({ask: 'tables', take: true})).files;
        assert.equal(kept.length, 3);
    } finally {
        await other.close();
    }
});

await kibitzer.close();
rmSync(folder, {recursive: true});
console.log(`1..${count}`);
process.exit(failures > 0 ? 1 : 0);
