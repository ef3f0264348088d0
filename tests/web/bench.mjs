// What the page costs in Debian's Chromium beside the native program, in one run: node bench.mjs FOLDER-OF-THE-PAGE.
// PROGRAM is the native program; BENCH_MATCHES: of how many matches the memory is (200). By the clock: on a quiet machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { kinds, memoryOfPages, until } from './browsers.mjs';
import { serve } from './server.mjs';

const [, , FOLDER] = process.argv, { PROGRAM, FIXTURES } = process.env, MATCHES = Number(process.env.BENCH_MATCHES || 200);
const FINAL = fs.readFileSync(path.join(FIXTURES, 'demo/club-final.mat'), 'utf8'); // to 7 points
const PLAY = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10', CUBE = 'XGID=b---BBD-B---dC---c-ea---B-:0:0:1:00:0:0:0:0:10';
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'kibitzer-bench-')), server = await serve(FOLDER);

function row(what, page, program, bar) {
  const cells = [page, program].map(x => (x === null ? '' : String(Number(x.toPrecision(3)))).padStart(11));
  const holds = bar === null ? '' : page < bar ? 'ok' : 'MISSED';
  console.log([what.padEnd(46), ...cells, (program ? (page / program).toFixed(2) : '').padStart(7), String(bar ?? '').padStart(9), '  ' + holds].join(' '));
}

// Seconds by the clock, and what it said.
function native(...words) {
  const began = performance.now(), env = { ...process.env, XDG_CONFIG_HOME: work, TZ: 'UTC' };
  const { status, stderr } = spawnSync(PROGRAM, words, { cwd: work, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`kibitzer ${words.slice(0, 3).join(' ')} ...: ${status}: ${stderr.slice(0, 300)}`);
  return { seconds: (performance.now() - began) / 1000, stderr };
}

// The page on a machine of so many processors, with its tables, and a clock for what its elements come to show.
async function opened(workers) {
  const browser = await kinds.chromium(work);
  const page = await browser.page({}, n => {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => n });
    window.shows = (id, words) => new Promise(resolve => {
      const look = () => document.getElementById(id)?.textContent.includes(words) && (resolve(performance.now()), watcher.disconnect());
      const watcher = new MutationObserver(look);
      watcher.observe(document, { childList: true, characterData: true, subtree: true });
    });
    if (location.hash.startsWith('#XGID')) window.answered = window.shows('answer', 'plays');
  }, workers);
  await page.goto(server.address);
  await until(page, () => document.documentElement.dataset.ready && document.documentElement.dataset.tables === 'kept');
  return { browser, page };
}

// So many matches between other players, as files.
const files = (name, n) => Array.from({ length: n }, (_, i) => {
  const file = path.join(work, `${name}${i}.mat`);
  fs.writeFileSync(file, FINAL.replaceAll('Zoë', name + i));
  return file;
});

// Seconds from the choice of the files until all have their report; then the collection has them, too.
async function analysed(browser, page, paths) {
  await page.evaluate(n => {
    document.getElementById('clear').click();
    document.getElementById('files').addEventListener('change', () => { window.began = performance.now(); }, { once: true, capture: true });
    window.took = window.shows('left', `${n} of ${n} files, done`);
  }, paths.length);
  await browser.files(page, '#files', paths);
  const seconds = await page.evaluate(async () => (await window.took - window.began) / 1000);
  await until(page, async name => {
    const index = await caches.match(new URL('reports/index.html', document.baseURI)) && await fetch('reports/index.html');
    return index && (await index.text()).includes(name);
  }, path.basename(paths[paths.length - 1], '.mat'), 900);
  return seconds;
}

async function reports(workers, bar) {
  const { browser, page } = await opened(workers), file = files('Warm', 2);
  const first = await analysed(browser, page, file.slice(0, 1)), second = await analysed(browser, page, file.slice(1));
  const program = native('analyze', '-q', '--level', '2ply', '--jobs', String(workers), '--report', 'html', '--out', 'report' + workers, file[1]);
  row(`s, a match's report at 2 plies, ${workers} worker${workers > 1 ? 's' : ''}`, second, program.seconds, bar);
  row('    the first since the page was opened', first, null, null);
  await browser.close();
}

async function position() {
  const { browser, page } = await opened(2);
  await page.goto('about:blank');
  await page.goto(server.address + '#' + PLAY); // kept by the service worker
  row('s, a link opened until its decision is shown', await page.evaluate(async () => await window.answered / 1000),
    native('hint', '--level', '2ply', PLAY).seconds, 0.3);
  await page.goto('about:blank');
  await page.goto(server.address + '#' + CUBE);
  await until(page, () => !!document.querySelector('#answer table'));
  await page.evaluate(() => { window.took = window.shows('answer', ': 1296 games'); });
  const seconds = await page.evaluate(async () => {
    const began = performance.now();
    document.getElementById('roll-out').click();
    return (await window.took - began) / 1000;
  });
  row('s, a cube rolled out, 1,296 games, 2 workers', seconds, native('rollout', '--jobs', '2', CUBE).seconds, 15);
  await browser.close();
}

async function memory() {
  const { browser, page } = await opened(2), paths = files('Many', MATCHES);
  await page.evaluate(() => { document.getElementById('level').value = '0ply'; });
  const before = memoryOfPages(), seconds = await analysed(browser, page, paths), most = memoryOfPages();
  await new Promise(resolve => setTimeout(resolve, 15000)); // workers that have nothing to do are closed
  const after = memoryOfPages();
  const program = native('analyze', '-v', '--level', '0ply', '--jobs', '2', '--report', 'html', '--out', 'many', ...paths);
  row(`MB after ${MATCHES} matches at 0 plies, 2 workers`, after, Number(/at most (\d+) MB/.exec(program.stderr)[1]), 300);
  row('    before them', before, null, null);
  row('    when the last was kept', most, null, null);
  row('    s, their reports', seconds, program.seconds, null);
  await browser.close();
}

const packed = file => zlib.gzipSync(fs.readFileSync(file), { level: 9 }).length;
console.log(`load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} processors`);
console.log(['Chromium beside the program, by the clock'.padEnd(46), 'page'.padStart(11), 'program'.padStart(11), 'ratio'.padStart(7), 'wanted <'.padStart(9)].join(' '));
const own = /FILES = '\.\/ ([^']*)'/.exec(fs.readFileSync(path.join(FOLDER, 'service.js'), 'utf8'))[1].split(' '); // the first load
row('bytes of all files, gzip -9 (the program: itself)', [...own, 'service.js'].reduce((n, name) => n + packed(path.join(FOLDER, name)), 0), packed(PROGRAM), 3000000);
for (const figure of [() => reports(1, 2.5), () => reports(2, 1.4), position, memory])
  try {
    await figure();
  } catch (e) {
    console.log('not measured: ' + e.message);
  }
fs.rmSync(work, { recursive: true, force: true });
process.exit();
