#!/usr/bin/env bash
# The npm package, installed from its tarball into an empty project, which asks it what `kibitzer` is asked here; under node, and
# in a page in Chromium. $BROWSER_TOOLS: as for browser/pages_check.sh.
set -u
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}")
TOP=$(realpath "$(dirname "$0")/../..")
WORK=$(mktemp -d)
export XDG_CACHE_HOME=$TOP/build/cache XDG_CONFIG_HOME=$WORK TZ=UTC
trap 'rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1
echo '{"name": "user", "private": true, "type": "module"}' >package.json
npm install --silent --offline --no-audit --no-fund "$PACKAGE" >log 2>&1 || { echo "Bail out! npm install: $(head -c 300 log)" && exit 1; }
cp "$TOP/fixtures/demo/club-final.mat" .
cat >npm.test.mjs <<'EOF'
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {open} from 'kibitzer';

const id = 'XGID=----b-ECC---dCa--cAe------:0:0:-1:31:0:0:0:7:10', native = (...words) => execFileSync(process.argv[2], words);
const require = createRequire(import.meta.url), about = require('kibitzer/package.json');
let n = 0;
async function test(name, body) {
    n++;
    try {
        await body();
        console.log(`ok ${n} - ${name}`);
    } catch (e) {
        process.exitCode = 1;
        console.log(`not ok ${n} - ${name}\n# ${String(e.stdout || e.stack).split('\n').slice(0, 6).join('\n# ')}`);
    }
}
const kibitzer = await open();
await test('version, types and exports are there', () => {
    assert.equal(about.version, native('--version').toString().match(/\d+\.\d+\.\d+/)[0]);
    assert.equal(kibitzer.version, about.version);
    for (const file of ['LICENSE', 'notices.txt', about.types, ...Object.values(about.exports).flatMap(e => typeof e === 'string' ? [e] : Object.values(e))])
        assert.ok(existsSync('node_modules/kibitzer/' + file), file);
    for (const name of ['hint', 'cube', 'evaluate', 'rollout', 'run', 'tables', 'ask', 'close'])
        assert.ok(name in kibitzer && readFileSync('node_modules/kibitzer/index.d.ts', 'utf8').includes(`    ${name}(`), name);
});
await test('answers are the documents of the command line', async () => {
    assert.deepEqual(await kibitzer.hint(id, {level: '2ply'}), JSON.parse(native('hint', '--json', '--level', '2ply', id)));
    assert.deepEqual(await kibitzer.evaluate([id, id]), JSON.parse(native('eval', '--json', id, id)));
    await assert.rejects(kibitzer.hint('nonsense'), e => e.code < 0 && e.messages.length > 0);
});
await test('a match is analysed, with its page among the files', async () => {
    const match = {name: 'club-final.mat', bytes: readFileSync('club-final.mat'), modified: statSync('club-final.mat').mtimeMs}, seen = [];
    const {code, messages, files} = await kibitzer.run('analyze', {options: {level: '0ply', out: 'r', report: 'html'}, inputs: [match.name], files: [match]}, p => seen.push(p.fraction));
    assert.equal(code, 0, JSON.stringify(messages));
    native('analyze', '-q', '--level', '0ply', '--report', 'html', '--out', 'r', match.name);
    const page = files.find(f => f.name === 'r/club-final.html');
    assert.equal(Buffer.compare(Buffer.from(page.bytes), readFileSync(page.name)), 0);
});
await test('two workers side by side, and one that is closed', async () => {
    const other = await open(), refused = assert.rejects(other.rollout(id, {trials: 1296}), /closed/);
    await other.close();
    await refused;
    assert.equal((await kibitzer.cube(id, {level: '0ply'})).length, 1);
});
await test('a signal stops a rollout, the question behind it is answered, and after close() every question rejects', async () => {
    const third = await open(), stopped = assert.rejects(third.rollout(id, {trials: 1000000}, {signal: AbortSignal.timeout(500)}), {name: 'TimeoutError'});
    assert.deepEqual(await third.hint(id, {level: '0ply'}), JSON.parse(native('hint', '--json', '--level', '0ply', id)));
    await stopped;
    await third.close();
    await assert.rejects(third.hint(id), /closed/);
});
await test('types hold under tsc --strict, and none is any', () => {
    writeFileSync('types.ts', `
import {open, type File, type Kibitzer, type Refusal} from 'kibitzer';
type IsAny<T> = 0 extends 1 & T ? true : false;
type Returned<K extends keyof Kibitzer> = Kibitzer[K] extends (...words: never[]) => infer R ? Awaited<R> : Kibitzer[K];
const none: {[K in keyof Kibitzer]: IsAny<Returned<K>>} = {version: false, code: false, hint: false, cube: false, evaluate: false, rollout: false, run: false, tables: false, ask: false, close: false};
export async function best(id: string, signal: AbortSignal): Promise<string | undefined> {
    const kibitzer = await open();
    try {
        const [hint] = await kibitzer.hint(id, {level: '0ply'}, {signal, onProgress: p => console.log(p.fraction, none)});
        const files: File[] = (await kibitzer.run('stats', {}, p => console.log(p.text))).files;
        // @ts-expect-error: there is no such question
        await kibitzer.ask({ask: 'nonsense', files});
        // @ts-expect-error: documents have the keys of their schema
        return hint?.plays?.[0]?.paly;
    } catch (e) {
        return (e as Refusal).messages[0]?.text;
    }
}
`);
    execFileSync(process.env.BROWSER_TOOLS + '/node_modules/.bin/tsc', ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--module', 'nodenext', '--target', 'es2022', 'types.ts'],
        {encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']});
});
await kibitzer.close();
console.log(`1..${n}`);
EOF
node npm.test.mjs "$PROGRAM" || exit 1
cp "$TOP"/tests/web/npm_browser.mjs "$TOP"/tests/web/browser/{browsers,server}.mjs "$TOP/tests/pages/tap.mjs" "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" &&
    PROGRAM=$PROGRAM node npm_browser.mjs "$WORK"
