// The page with very many matches at once: node heavy.mjs chromium|firefox FOLDER-OF-THE-PAGE. HEAVY_MATCHES: how many (1000).
import fs from 'node:fs';
import path from 'node:path';
import { memoryOfPages, until } from './browsers.mjs';
import { browser, downloaded, finished, fixture, level, native, opened, press, work } from './session.mjs';
import { finish, note, test, that } from './tap.mjs';

const N = Number(process.env.HEAVY_MATCHES || 1000), MOST_MB = 600;
const whole = fs.readFileSync(fixture('demo/club-final.mat'), 'utf8'), game = whole.slice(0, whole.indexOf(' Game 2'));
const names = Array.from({ length: N }, (_, i) => 'Player' + String(i).padStart(5, '0'));
const files = names.map(name => path.join(work, name + '.mat'));
files.forEach((file, i) => fs.writeFileSync(file, game.replaceAll('Zoë & Max', names[i])));
const page = await opened();
await until(page, () => document.documentElement.dataset.tables === 'kept');
await level(page);
const before = memoryOfPages();
let most = before;

await test(`${N} matches are analysed, and the index has them all`, async () => {
  await browser.files(page, '#files', files);
  await until(page, n => document.querySelectorAll('#jobs li').length === n && document.getElementById('left').textContent.includes('· done'), N, 1800);
  const failed = await page.evaluate(() => [...document.querySelectorAll('#jobs li')].filter(li => li.querySelector('.state').textContent !== 'done')
    .map(li => li.textContent).slice(0, 3));
  that(failed.length === 0, `${failed}`);
  most = memoryOfPages();
  const rows = await until(page, async n => {
    const index = await caches.match(new URL('reports/index.html', document.baseURI)) && await fetch('reports/index.html');
    const found = index ? new Set((await index.text()).match(/Player\d{5}(?=\.html)/g)).size : 0;
    return found === n && found;
  }, N, 900);
  that(rows === N, `${rows} rows`);
});

await test('the program reads the collection', async () => {
  await press(page, 'export');
  await downloaded('collection.db');
  const { matches } = JSON.parse(native('db', 'info', '--db', 'collection.db', '--json'));
  that(matches === N, `${matches} matches`);
});

await test('memory is given back', async () => {
  await new Promise(resolve => setTimeout(resolve, 15000));
  const after = memoryOfPages();
  note(`${Math.round(before)} MB before, ${Math.round(most)} with the last match, ${Math.round(after)} a while later`);
  that(after < MOST_MB, `${Math.round(after)} MB, at most ${MOST_MB}`);
});

await finished();
finish();
process.exit();
