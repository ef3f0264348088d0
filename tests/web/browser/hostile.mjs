// The page among hostile leftovers: node hostile.mjs chromium|firefox FOLDER-OF-THE-PAGE. Fragments, names of files, damaged and foreign
// files in OPFS, caches that lack a file or have another's.
import fs from 'node:fs';
import path from 'node:path';
import { until } from './browsers.mjs';
import { browser, finished, fixture, indexed, level, opened, press, server, settled, text, work } from './session.mjs';
import { finish, test, that } from './tap.mjs';

const MATCH = fs.readFileSync(fixture('demo/club-final.mat'), 'utf8');
const ready = () => document.documentElement.dataset.ready && document.documentElement.dataset.offline;
const page = await opened('', {}, ready);
page.on('dialog', d => d.accept());
const alone = () => page.evaluate(() => window.hit === undefined && !document.querySelector('img[src="x"], script:not([src])'));

async function analysed(...files) {
  await press(page, 'clear');
  await browser.files(page, '#files', files.map(([name, content]) => {
    fs.writeFileSync(path.join(work, name), content);
    return path.join(work, name);
  }));
  await settled(page, files.length);
  return page.evaluate(() => [...document.querySelectorAll('#jobs li')].map(li => ({ name: li.querySelector('.name').textContent,
    state: li.querySelector('.state').textContent, said: li.querySelector('.said').textContent })));
}

async function again() {
  await page.goto('about:blank');
  await page.goto(server.address);
  await until(page, ready);
  await level(page);
}

// In place of a file that the page keeps in OPFS.
const leave = (name, content) => page.evaluate(async ([n, c]) => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('kibitzer', { create: true });
  const out = await (await folder.getFileHandle(n, { create: true })).createWritable();
  await out.write(typeof c === 'number' ? new Uint8Array(c) : c);
  await out.close();
}, [name, content]);

await test('no fragment breaks the page or becomes a part of it', async () => {
  const evil = '<img src=x onerror=hit=1>';
  for (const hash of ['%', '%00', evil, encodeURIComponent(evil), 'XGID=', 'XGID=' + evil, 'XGID=' + encodeURIComponent(evil), 'XGID=%F0%80', '__proto__', 'constructor', 'positions/../..',
    'javascript:hit=1', 'A'.repeat(100000), 'XGID=-b----E-C---eE---c-e----B-:0:0:1:99:0:0:3:0:10', 'XGID=' + '-b'.repeat(40000), '4HPwATDgc/ABMA' + evil]) {
    await page.evaluate(h => { location.hash = h; }, hash);
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)));
    that(await alone(), `${hash.slice(0, 60)} is in the page`);
  }
  await page.evaluate(() => { location.hash = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10'; });
  await until(page, () => document.getElementById('positions').innerText.includes('8/5 6/5'));
  await page.evaluate(() => { location.hash = ''; });
  that(page.said.length === 0, `the browser says ${page.said.slice(0, 3)}`);
});

await level(page);

await test('no name of a file breaks the page or becomes a part of it', async () => {
  const names = ['<img src=x onerror=hit=1>.mat', '__proto__', 'constructor', 'known.json', 'collection.db', 'index.html', '%2e%2e%2fup.mat', 'a\nb\u202etam.mat', '"quoted" \'twice\'.mat', '-o.mat'];
  const rows = await analysed(...names.map((n, i) => [n, MATCH.replaceAll('Zoë', `Zoë${i}`)]));
  for (const [i, n] of names.entries()) that(rows[i].state === 'done' && rows[i].name === n.replace('\n', '_'), JSON.stringify(rows[i]));
  await indexed(page, names.map((_, i) => `Zoë${i}`));
  that(await alone(), 'a name is in the page');
  const twice = await analysed(...names.map((n, i) => [n, MATCH.replaceAll('Zoë', `Zoë${i}`)]));
  that(twice.every(r => r.state === 'known already'), JSON.stringify(twice.filter(r => r.state !== 'known already')));
});

await test('damaged and foreign files in its folder: what is whole is used, the page opens', async () => {
  for (const known of ['', '{', 'null', '[1,2]', '"text"', '{"a.mat":5,"b.mat":{"digest":1}}', '{"__proto__":{"digest":"x","key":"y","pages":[{}]}}', 100e6]) {
    await leave('known.json', known);
    await leave('table-%2e%2e%2f%', 'foreign');
    await leave('stranger', known);
    await again();
    that(await text(page, 'state') === '', await text(page, 'state'));
  }
  const [row] = await analysed(['Left.mat', MATCH.replaceAll('Zoë', 'Left')]);
  that(row.state === 'done', JSON.stringify(row));
  await indexed(page, ['Left', 'Zoë1']);
});

await test('a collection that is none is named, and can be deleted', async () => {
  for (const [damaged, cached] of [['no database', true], [5e6, false]]) {
    await leave('collection.db', damaged);
    if (!cached) await page.evaluate(() => caches.delete('kibitzer-reports'));
    await again();
    await analysed(['Lost.mat', MATCH.replaceAll('Zoë', 'Lost')]);
    await until(page, () => document.querySelector('#jobs li').classList.contains('failed'));
    that(/collection/.test(await text(page, 'jobs')), await text(page, 'jobs'));
    that(await page.evaluate(() => !document.getElementById('forget').hidden), 'it cannot be deleted');
    await press(page, 'forget');
    await until(page, () => document.getElementById('forget').hidden);
    const [row] = await analysed(['Lost.mat', MATCH.replaceAll('Zoë', 'Lost')]);
    that(row.state === 'done', JSON.stringify(row));
    await indexed(page, ['Lost']);
  }
});

await test('a report that the cache has lost or damaged is said to be, and made again', async () => {
  const said = name => page.evaluate(async n => (await fetch('reports/' + n)).text(), name);
  const keep = (name, bytes) => page.evaluate(async ([n, b]) => (await caches.open('kibitzer-reports')).put('reports/' + n, new Response(b)), [name, bytes]);
  await keep('plain.html', '<script>hit = 1</script>');
  await keep('empty.html', '');
  for (const name of ['plain.html', 'empty.html']) that(await said(name) === 'This report is damaged.', `${name}: ${await said(name)}`);
  that(await said('none.html') === 'This report is not kept here.', await said('none.html'));
  await page.evaluate(async () => { for (const kept of await (await caches.open('kibitzer-reports')).keys()) await (await caches.open('kibitzer-reports')).delete(kept); });
  const [row] = await analysed(['Lost.mat', MATCH.replaceAll('Zoë', 'Lost')]);
  that(row.state === 'done', JSON.stringify(row));
  await indexed(page, ['Lost']);
});

await test('a cache that lacks a file of the page asks the server; caches of other versions go', async () => {
  await page.evaluate(async () => {
    const own = (await caches.keys()).find(n => /^kibitzer-[0-9a-f]{16}$/.test(n));
    for (const name of ['board.js', 'worker.js', 'kibitzer.wasm']) await (await caches.open(own)).delete(name);
    await (await caches.open('kibitzer-0000000000000000')).put('board.js', new Response('hit = 1'));
  });
  await again();
  const [row] = await analysed(['Lacks.mat', MATCH.replaceAll('Zoë', 'Lacks')]);
  that(row.state === 'done' && await alone(), JSON.stringify(row));
  await indexed(page, ['Lacks']);
});

await test('damaged settings: the usual ones hold', async () => {
  await page.evaluate(() => ['level', 'position-level', 'me'].forEach(id => localStorage.setItem('kibitzer-' + id, '<img src=x onerror=hit=1>')));
  await page.goto('about:blank');
  await page.goto(server.address + '#XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10');
  await until(page, () => document.getElementById('positions').innerText.includes('8/5 6/5'));
  const levels = await page.evaluate(() => ['level', 'position-level'].map(id => document.getElementById(id).value));
  that(levels.join() === '2ply,2ply' && await alone(), `levels ${levels}`);
  await page.evaluate(() => localStorage.clear());
});

await test('five tabs at once: one has the matches, and when it goes another', async () => {
  await page.goto('about:blank');
  const tabs = await Promise.all(Array.from({ length: 5 }, () => opened('', {}, () => document.body.dataset.owner || document.getElementById('state').textContent)));
  const owners = async () => (await Promise.all(tabs.map(t => t.evaluate(() => document.body.dataset.owner === 'yes')))).filter(Boolean).length;
  while (tabs.length > 3) {
    that(await owners() === 1, `of ${tabs.length} tabs ${await owners()} have the matches`);
    const at = (await Promise.all(tabs.map(t => t.evaluate(() => document.body.dataset.owner === 'yes')))).indexOf(true);
    await tabs.splice(at, 1)[0].close();
    for (let i = 0; i < 100 && await owners() === 0; i++) await new Promise(resolve => setTimeout(resolve, 100));
  }
  for (const tab of tabs) that(tab.said.length === 0, `the browser says ${tab.said.slice(0, 3)}`);
});

await finished();
finish();
process.exit();
