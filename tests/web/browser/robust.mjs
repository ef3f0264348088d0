// The page in bad circumstances: node robust.mjs chromium|firefox FOLDER-OF-THE-PAGE. A browser without OPFS, without room, with two
// tabs, with workers that break; files that are no matches.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { until } from './browsers.mjs';
import { browser, downloaded, finished, fixture, indexed, level, native, opened, press, server, settled, text, work } from './session.mjs';
import { finish, test, that } from './tap.mjs';

const MATCH = fixture('demo/club-final.mat');
const rows = page => page.evaluate(() => [...document.querySelectorAll('#jobs li')].map(li => ({ name: li.querySelector('.name').textContent,
  state: li.querySelector('.state').textContent, said: li.querySelector('.said').textContent })));
const row = async (page, name) => (await rows(page)).find(r => r.name === path.basename(name));

// Chosen in this tab, at 0 plies; their rows.
async function analysed(page, ...files) {
  await press(page, 'clear');
  await browser.files(page, '#files', files);
  await settled(page, files.length);
  return rows(page);
}

// A match between others.
function variant(name) {
  const file = path.join(work, name + '.mat');
  fs.writeFileSync(file, fs.readFileSync(MATCH, 'utf8').replaceAll('Zoë', name));
  return file;
}

await test('without OPFS a match is kept in IndexedDB: it is there after a reload', async () => {
  const page = await opened('', {}, () => document.documentElement.dataset.ready, () => { delete StorageManager.prototype.getDirectory; });
  await level(page);
  await analysed(page, variant('Indexed'));
  await indexed(page, ['Indexed']);
  await until(page, () => new Promise(resolve => {
    const opening = indexedDB.open('kibitzer');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('files').objectStore('files').getAllKeys();
      asked.onsuccess = () => resolve(asked.result.includes('collection.db') && asked.result.includes('known.json'));
    };
  }));
  await page.reload();
  await until(page, () => document.documentElement.dataset.ready && !document.getElementById('views').hidden);
  const [again] = await analysed(page, path.join(work, 'Indexed.mat'));
  that(again.state === 'known already', JSON.stringify(again));
  const [other] = await analysed(page, variant('Second'));
  that(other.state === 'done', JSON.stringify(other));
  await indexed(page, ['Indexed', 'Second']);
  await page.close();
});

// Workers of the page that can be made to break: window.breaks lists files, each of which breaks one worker; window.working counts workers.
const page = await opened('', {}, () => document.documentElement.dataset.ready, () => {
  window.breaks = [];
  window.working = 0;
  window.Worker = class extends Worker {
    constructor(...all) {
      super(...all);
      window.working++;
    }
    postMessage(message, transfer) {
      const at = window.breaks.findIndex(name => message.command === 'analyze' && message.files.some(f => f.name === name));
      if (at < 0) return super.postMessage(message, transfer);
      window.breaks.splice(at, 1);
      setTimeout(() => this.onmessage({ data: { id: message.id, error: 'Array buffer allocation failed', fatal: true } }));
    }
    terminate() {
      window.working--;
      super.terminate();
    }
  };
});
await level(page);

await test('of two tabs one has the matches; when it is closed the other goes on', async () => {
  const first = page, second = await opened('', {}, () => document.getElementById('state').textContent !== '');
  that(await second.evaluate(() => document.getElementById('drop').inert), 'the second takes files, too');
  await analysed(first, variant('Tabbed'));
  await indexed(first, ['Tabbed']);
  await first.goto('about:blank'); // as good as closed
  await until(second, () => document.documentElement.dataset.ready && !document.getElementById('drop').inert);
  that(await text(second, 'state') === '', await text(second, 'state'));
  const [again] = await analysed(second, path.join(work, 'Tabbed.mat'));
  that(again.state === 'known already', JSON.stringify(again));
  await second.close();
});

await page.goto(server.address);
await until(page, () => document.documentElement.dataset.ready);
await level(page);

await test('a worker that breaks takes its match along once: another one does it', async () => {
  await page.evaluate(() => { window.breaks = ['Breaks.mat']; });
  const [once] = await analysed(page, variant('Breaks'));
  that(once.state === 'done' && await page.evaluate(() => window.breaks.length === 0), JSON.stringify(once));
  await page.evaluate(() => { window.breaks = Array(9).fill('Always.mat'); });
  const [always] = await analysed(page, variant('Always'));
  that(always.state === 'not analysed' && /allocation failed/.test(always.said), JSON.stringify(always));
  await page.evaluate(() => { window.breaks = []; });
  const both = await analysed(page, variant('After'), path.join(work, 'Always.mat'));
  that(both.every(r => r.state === 'done'), JSON.stringify(both));
  await indexed(page, ['Breaks', 'Always', 'After']);
  const working = await page.evaluate(() => window.working);
  that(working <= 3, `${working} workers are left`);
});

await test('files that are no matches, and too much of them: each is refused in words, and the page goes on', async () => {
  const make = (name, write) => {
    write(path.join(work, name));
    return path.join(work, name);
  };
  const files = [
    make('zeros.mat', f => fs.writeFileSync(f, Buffer.alloc(5e6))),
    make('noise.xg', f => fs.writeFileSync(f, Buffer.from(Array.from({ length: 1 << 20 }, (_, i) => (i * i * 2654435761) >>> 13 & 255)))),
    make('fifty.mat', f => fs.writeFileSync(f, ('x'.repeat(79) + '\n').repeat(625000))),
    make('huge.mat', f => { fs.writeFileSync(f, ''); fs.truncateSync(f, 300e6); }),
    make('bomb.zip', f => execFileSync('python3', ['-c', `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z, z.open('bomb.mat', 'w') as f:
    for i in range(300): f.write(bytes(1 << 20))`, f])),
  ];
  const refused = await analysed(page, ...files);
  for (const r of refused) that(/^(no match|not analysed)$/.test(r.state) && r.said.length > 20, JSON.stringify(r));
  that(/300 MB; at most 256 MB/.test((await row(page, 'huge.mat')).said), JSON.stringify(await row(page, 'huge.mat')));
  that(/larger than/.test((await row(page, 'bomb.zip')).said), JSON.stringify(await row(page, 'bomb.zip')));
  const [good] = await analysed(page, variant('Unharmed'));
  that(good.state === 'done', JSON.stringify(good));
  await indexed(page, ['Unharmed']);
});

// The browser's own limit, or, where it cannot be set, what it would say.
const full = (page, on) => browser.quota ? browser.quota(page, new URL(server.address).origin, on ? 1 : undefined) : page.evaluate(on => {
  const kinds = [[Cache, 'put'], [window.FileSystemWritableFileStream ?? IDBObjectStore, 'write'], [window.FileSystemWritableFileStream ?? IDBObjectStore, 'close']];
  window.freely ??= kinds.map(([kind, name]) => kind.prototype[name]);
  kinds.forEach(([kind, name], i) => {
    kind.prototype[name] = on ? () => Promise.reject(new DOMException('the quota is used up', 'QuotaExceededError')) : window.freely[i];
  });
}, on);

await test('a browser without room says so; with room the same match is taken', async () => {
  await full(page, true);
  const [refused] = await analysed(page, variant('Roomless'));
  that(refused.state === 'not analysed' && /no room left/.test(refused.said), JSON.stringify(refused));
  await full(page, false);
  const [taken] = await analysed(page, path.join(work, 'Roomless.mat'));
  that(taken.state === 'done', JSON.stringify(taken));
  await indexed(page, ['Roomless', 'Unharmed']);
});

await test('twenty reloads in a row: it is there each time, and computes', async () => {
  for (let i = 0; i < 20; i++) {
    await page.reload();
    const win = await until(page, async () => document.documentElement.dataset.ready && (await window.kibitzer.evaluate('4HPwATDgc/ABMA'))[0].win);
    that(win > 0.5, `after ${i + 1}: ${win}`);
  }
  const [again] = await analysed(page, path.join(work, 'Roomless.mat'));
  that(again.state === 'known already', JSON.stringify(again));
});

await test('the collection has what was taken, and nothing twice', async () => {
  await press(page, 'export');
  await downloaded('collection.db');
  const { matches } = JSON.parse(native('db', 'info', '--db', 'collection.db', '--json'));
  that(matches === 6, `${matches} matches`); // Tabbed, Breaks, Always, After, Unharmed, Roomless
});

await finished();
finish();
process.exit();
