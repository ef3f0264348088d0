// A report with the engine inside, opened from a folder: node live_report.mjs chromium|firefox FOLDER-OF-THE-PAGE. It needs no server:
// what it says is what the program says here. More of it, in Chromium alone: tests/web/live.mjs.
import path from 'node:path';
import { until } from './browsers.mjs';
import { browser, finished, fixture, native, work } from './session.mjs';
import { finish, note, test, that } from './tap.mjs';

const ID = 'XGID=----b-ECC---dCa--cAe------:0:0:-1:31:0:0:0:7:10'; // g1m5 of the match
const document_ = (...words) => JSON.parse(native(...words, '--json'));
native('analyze', '-q', '--level', '1ply', '--live', '--report', 'html', '--out', 'live', fixture('demo/club-final.mat'));
const page = await browser.page();
const said = [];
page.on('pageerror', e => said.push(e.message));
await page.goto('file://' + path.join(work, 'live', 'club-final.html'));
await page.evaluate(() => document.querySelector('#g1m5 > summary').click());
await until(page, () => !!document.querySelector('#g1m5 .la button'));
await page.evaluate(() => document.querySelector('#g1m5 .la button').click());
await until(page, () => !!document.querySelector('#g1m5 .live [data-p="13"]'));

async function tap(point) {
  const [x, y] = await page.evaluate(p => {
    const e = document.querySelector(`#g1m5 .live [data-p="${p}"]`);
    e.scrollIntoView({ block: 'center' });
    const box = e.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, point);
  await page.mouse.click(x, y);
}
const press = words => page.evaluate(w => [...document.querySelectorAll('#g1m5 .live button')].find(b => b.textContent === w).click(), words);
const choose = (which, value) => page.evaluate(([w, v]) => {
  const all = [...document.querySelectorAll('#g1m5 .live select')];
  const select = w === 'level' ? all[all.length - 1] : all.find(s => s.closest('label')?.textContent.includes(w));
  select.value = v;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}, [which, value]);
const shows = (selector, pattern) => until(page, ([s, p]) => {
  const e = [...document.querySelectorAll('#g1m5 .live ' + s)].find(x => new RegExp(p).test(x.textContent));
  return e && e.textContent;
}, [selector, pattern]);

await test('a play made on the board gets the program\'s verdict', async () => {
  await tap(13);
  await tap(6);
  const words = await shows('.lv', 'loses'), [{ plays }] = document_('hint', '--level', '2ply', ID), mine = plays.find(p => p.play === '13/10 6/5');
  that(words.startsWith(`13/10 6/5 loses ${mine.plies < plays[0].plies ? 'about ' : ''}${(plays[0].equity - mine.equity).toFixed(3)}. Best is ${plays[0].play}.`), words);
});

await test('a rollout\'s error shrinks', async () => {
  const error = () => page.evaluate(() => Number(document.querySelector('#g1m5 .live .movetable tr:nth-child(2) td:nth-child(4)').textContent));
  await press('Roll out');
  await shows('th', 'Games: 72 of 1296');
  const first = await error();
  await shows('th', 'Games: 288 of 1296');
  const later = await error();
  that(later > 0 && later < first, `${first}, then ${later}`);
  await press('Stop');
  await shows('.lv', 'Stopped');
});

await test('the cube at another score is the program\'s', async () => {
  await choose('level', '1ply');
  await shows('th', ', 1-ply');
  await press('Cube at another score');
  await shows('label', 'You');
  await choose('You', '3');
  await choose('opponent', '4');
  const score = document_('cube', '--level', '1ply', ID.replace(':31:', ':00:'))[0].scores.find(s => s.away === 3 && s.opponent_away === 4);
  const words = await shows('.verdict', score.verdict);
  that(words.startsWith(score.verdict + '.') && words.includes(Math.abs(score.double_take).toFixed(3)), words);
});

await test('Verify computes all decisions again: all equal', async () => {
  await page.evaluate(() => document.querySelector('.lb button').click());
  const words = await until(page, () => {
    const e = document.querySelector('.lb .lv');
    return /^(All equal|The page|Decisions|This cannot|The engine)/.test(e?.textContent) && e.textContent;
  });
  that(/^All equal: every decision was computed again \(\d{3}\)/.test(words), words);
  note(words);
});

await test('a report in German asks in German, and is verified', async () => {
  native('analyze', '-q', '--level', '0ply', '--live', '--language', 'de', '--report', 'html', '--out', 'german', fixture('demo/semi-final.mat'));
  await page.goto('file://' + path.join(work, 'german', 'semi-final.html'));
  await page.evaluate(() => document.querySelector('.d > summary').click());
  await until(page, () => !!document.querySelector('.d[open] .la button'));
  await page.evaluate(() => document.querySelector('.d[open] .la button').click());
  await until(page, () => /Zurücknehmen/.test(document.querySelector('.live')?.textContent));
  await page.evaluate(() => document.querySelector('.lb button').click());
  await until(page, () => document.querySelector('.lb .lv.good, .lb .lv.bad'));
  that(await page.evaluate(() => !!document.querySelector('.lb .lv.good')), await page.evaluate(() => document.querySelector('.lb .lv').textContent));
});

await test('the browser has no complaint', () => that(said.length === 0, `it says: ${said.slice(0, 3)}`));

await finished();
finish();
process.exit();
