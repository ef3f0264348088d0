// The installed npm package in a page, as its README says: node npm_browser.mjs FOLDER, where node_modules/kibitzer is. The page
// has no bundler; an import map says what the package's exports map says.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { kinds, until } from './browsers.mjs';
import { serve } from './server.mjs';
import { finish, test, that } from './tap.mjs';

const [, , FOLDER] = process.argv, PACKAGE = '/node_modules/kibitzer/', { PROGRAM } = process.env;
const { exports } = JSON.parse(fs.readFileSync(path.join(FOLDER, PACKAGE, 'package.json'), 'utf8'));
const at = name => path.posix.join(PACKAGE, typeof exports[name] === 'string' ? exports[name] : exports[name].default);
const ID = 'XGID=----b-ECC---dCa--cAe------:0:0:-1:31:0:0:0:7:10';
const native = (...words) => execFileSync(PROGRAM, words, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
fs.writeFileSync(path.join(FOLDER, 'page.html'), `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'">
<script type="importmap">{"imports": {"kibitzer": "${at('.')}"}}</script>
<script type="module">
import {open} from 'kibitzer';
window.kibitzer = await open({worker: '${at('./worker.js')}'});
window.other = await open({worker: '${at('./worker.js')}', wasm: '${at('./kibitzer.wasm')}'});
</script>`);
const server = await serve(FOLDER), work = fs.mkdtempSync(path.join(os.tmpdir(), 'kibitzer-npm-'));
const browser = await kinds.chromium(work), page = await browser.page(), said = [];
page.on('pageerror', e => said.push(e.message));
page.on('console', m => m.type() === 'error' && said.push(m.text()));

await test('in a page: the package opens with the worker of its exports, beside it or with a module', async () => {
  await page.goto(server.address + 'page.html');
  await until(page, () => window.other, null, 60);
  that(await page.evaluate(() => window.kibitzer.code === 0 && window.kibitzer.version === window.other.version), 'it cannot be used');
});
await test('in a page: answers are the documents of the command line', async () => {
  const hint = await page.evaluate(id => window.kibitzer.hint(id, { level: '2ply' }), ID);
  that(JSON.stringify(hint) === JSON.stringify(JSON.parse(native('hint', '--json', '--level', '2ply', ID))), 'the plays differ');
  that(await page.evaluate(() => window.kibitzer.hint('nonsense').then(() => '', e => e.message)) !== '', 'nonsense is not refused');
});
await test('in a page: a match is analysed, the page among the files is the program\'s', async () => {
  const html = await page.evaluate(async () => {
    const bytes = new Uint8Array(await (await fetch('club-final.mat')).arrayBuffer());
    const { files } = await window.other.run('analyze', { options: { level: '0ply', out: 'p', report: 'html' }, inputs: ['club-final.mat'], files: [{ name: 'club-final.mat', bytes }] });
    return new TextDecoder().decode(files.find(f => f.name === 'p/club-final.html').bytes);
  });
  native('analyze', '-q', '--level', '0ply', '--report', 'html', '--out', 'p', 'club-final.mat');
  that(html === fs.readFileSync(path.join(FOLDER, 'p/club-final.html'), 'utf8'), 'the page differs');
});
await test('in a page: the browser has no complaint', () => that(said.length === 0, `it says: ${said.slice(0, 3)}`));

await browser.close();
fs.rmSync(work, { recursive: true, force: true });
finish();
process.exit();
