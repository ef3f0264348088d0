// An index in several pages, made of 2,500 matches (2,499 by many_matches.py): read without JavaScript, searched and sorted over all with it.
import fs from 'node:fs';
import { test, that, note } from './tap.mjs';

export const MATCHES = 2500, ROWS = 1000;
const tables = '.matches.sortable';

const rowsOf = (page, table = 0) => page.evaluate(([s, i]) => [...document.querySelectorAll(s)[i].tBodies[0].rows]
  .map(r => [...r.cells].map(c => c.textContent.trim())), [tables, table]);
const said = page => page.locator('form[role=search] output').textContent();

// Until the search over all pages has ended: it says "page 2 of 3 …" on the way.
async function settled(page, expected) {
  await page.waitForFunction(e => document.querySelector('output').textContent === e, expected, { timeout: 60000 })
    .catch(() => {});
  that(await said(page) === expected, `it says "${await said(page)}", expected "${expected}"`);
}

async function column(page, head, table = 0) {
  const i = await page.evaluate(([s, t, head]) => [...document.querySelectorAll(s)[t].tHead.rows[0].cells]
    .findIndex(c => c.textContent.trim().startsWith(head)), [tables, table, head]);
  return (await rowsOf(page, table)).map(r => r[i]);
}

async function choose(page, label, value) {
  await page.locator('form[role=search] label', { hasText: new RegExp('^' + label + ' ') }).locator('input').fill(value);
}

export async function checkPaged(using, folder) {
  const files = fs.readdirSync(folder).filter(f => /^index/.test(f));

  await test('an index of 2,500 matches has pages of 1,000 rows that lead to each other without JavaScript', () =>
    using('paged/index', { javaScriptEnabled: false }, async page => {
      const seen = new Set();
      for (const [number, rows, links] of [[1, 1000, '2 3 Next'], [2, 1000, 'Previous 1 3 Next'], [3, 500, 'Previous 1 2']]) {
        that((await rowsOf(page)).length === rows, `page ${number}: ${(await rowsOf(page)).length} rows`);
        for (const row of await rowsOf(page)) seen.add(row[0]);
        const nav = page.locator('nav.pages[aria-label="Pages of matches"]');
        that((await nav.locator('a').allTextContents()).join(' ') === links, `page ${number}: ${await nav.textContent()}`);
        that(await nav.locator('b').textContent() === String(number), 'the page does not say which it is');
        if (number < 3) {
          await nav.locator('a', { hasText: 'Next' }).click();
          await page.waitForURL(new RegExp(`index-${number + 1}[.]html`), { waitUntil: 'load' });
        }
      }
      that(seen.size === MATCHES, `${seen.size} matches on three pages`);
    }));

  await test('each page of the index has less than 1.2 MB, each file of rows less than 300 kB', () => {
    for (const f of files) {
      const bytes = fs.statSync(`${folder}/${f}`).size;
      that(bytes < (f.endsWith('.js') ? 300000 : 1200000), `${f}: ${bytes} bytes`);
    }
    note(files.map(f => `${f} ${fs.statSync(`${folder}/${f}`).size}`).join(', '));
  });

  await test('nothing is loaded before it is asked for, and the browser has no complaint', () => using('paged/index', {}, async page => {
    that(page.asked.length === 1, `requests: ${page.asked.slice(1, 4)}`);
    await page.locator('input[type=search]').fill('opponent 4');
    await page.waitForFunction(() => / of 2500/.test(document.querySelector('output').textContent));
    that(page.asked.length === 1 + files.filter(f => f.endsWith('.js')).length, `requests: ${page.asked.length}`);
    that(page.asked.every(url => url.startsWith('file://')), 'something else than files was asked for');
    that(page.said.length === 0, `the browser says: ${page.said.slice(0, 3)}`);
  }));

  for (const start of ['index', 'index-3'])
    await test(`search and filters look into all pages, from ${start}.html`, () => using(`paged/${start}`, {}, async page => {
      const own = await rowsOf(page);
      await page.locator('input[type=search]').fill('002/002498.mat');
      await settled(page, '1 of 2500');
      that((await rowsOf(page)).length === 1 && (await rowsOf(page))[0][0].includes('002/002498.mat'), 'another row');
      await page.locator('input[type=search]').fill('001/');
      await settled(page, '1000 of 2500');
      await page.locator('input[type=search]').fill('nobody at all');
      await settled(page, '0 of 2500');
      await page.locator('form[role=search] button').click();
      await settled(page, '');
      that(JSON.stringify(await rowsOf(page)) === JSON.stringify(own), 'clear does not bring the page back');
      await choose(page, 'Player', 'ann archer');
      await settled(page, '2499 of 2500, 1000 are shown');
      await choose(page, 'Player', '');
      await choose(page, 'From', '2013-01-01');
      await choose(page, 'To', '2013-12-31');
      await page.waitForFunction(() => /^\d+ of 2500$/.test(document.querySelector('output').textContent));
      const dates = await column(page, 'Date');
      that(dates.length > 100 && dates.length < 1000 && dates.every(d => d.startsWith('2013')), `${dates.length} dates`);
      that(await said(page) === `${dates.length} of 2500`, await said(page));
    }));

  await test('heads of columns sort all pages; the first thousand are shown', () => using('paged/index-2', {}, async page => {
    const head = page.locator(tables).first().locator('th button', { hasText: 'Date' });
    for (const [first, last, up] of [['2010-01-01', '2015-11-30', 1], ['2024-12', '2018-12', -1]]) {
      await head.click();
      await settled(page, 'all 2500, 1000 are shown');
      const dates = await column(page, 'Date');
      that(dates.length === ROWS && dates[0].startsWith(first) && dates[999].startsWith(last), `${dates[0]} to ${dates[999]}`);
      that(String(dates) === String([...dates].sort((a, b) => up * (a < b ? -1 : a > b ? 1 : 0))), 'not sorted');
    }
    that(await page.locator('section.matches nav.pages:visible').count() === 0, 'page numbers beside a list that is not that page');
  }));

  await test('the list of players is searched and sorted as well', () => using('paged/index', {}, async page => {
    await page.locator('input[type=search]').fill('archer');
    await page.waitForFunction(() => / of 2500/.test(document.querySelector('output').textContent));
    const players = await column(page, 'Player', 1);
    that(players.includes('Ann Archer') && players.length === 1, `players: ${players.slice(0, 3)}`);
  }));

  await test('on a phone cells say what they are, on a page as in what was found', () => using('paged/index', { width: 390, height: 844 }, async page => {
    const label = () => page.locator(tables).first().locator('tbody tr').first().locator('td').nth(0).getAttribute('data-l');
    that(await label() === 'Length', `on the page: ${await label()}`);
    await page.locator('input[type=search]').fill('000/000003');
    await settled(page, '1 of 2500');
    that(await label() === 'Length', `in what was found: ${await label()}`);
  }));
}
