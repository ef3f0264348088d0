// The page in a browser: node check.mjs chromium|firefox FOLDER-OF-THE-PAGE; in TAP.
import fs from 'node:fs';
import path from 'node:path';
import { until } from './browsers.mjs';
import { browser, downloaded, fixture, finished, indexed, kind, level, native, opened, press, server, settled, text, work } from './session.mjs';
import { finish, note, test, that } from './tap.mjs';

const MATCH = 'demo/club-final.mat';
const MATCHES = ['demo/semi-final.mat', 'demo/sunday money.mat', 'demo/league-round-4.sgf', 'sgf/minimal.sgf', 'sgf/gnubg-match.sgf', 'sgf/gnubg-money.sgf',
  'sgf/nackgammon.sgf', 'sgf/rollouts.sgf', 'bgf/club.bgf', 'bgammon/gammon-given-up.match', 'bgammon/pass-and-resignation.match',
  'bgammon/take-without-index.match', 'bgroom/two-games.bgf', 'gam/gammonempire.gam', 'gam/play65.gam', 'gam/two-games.gam', 'xg/rolled-out.xg',
  'archive/round.zip', 'encoding/cp1251.mat', 'encoding/shift-jis.mat'];
const BAD = ['bad/any/picture.png', 'bad/any/empty.mat', 'bad/sgf/truncated.sgf', 'bad/xg/cut-off.xg', 'bad/any/document.pdf'];
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10';

const page = await opened();
const axe = fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

async function violations(p) {
  await p.evaluate(axe);
  return p.evaluate(async () => (await window.axe.run({ exclude: ['iframe'] }, { iframes: false })).violations.map(v =>
    `${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 120)} ${v.nodes[0].any.map(a => a.message)}`));
}

const stickingOut = p => p.evaluate(() => [...document.querySelectorAll('body *')].filter(e => {
  const b = e.getBoundingClientRect();
  return b.width > 1 && b.height > 1 && (b.right > innerWidth + 1 || b.left < -1) && !e.closest('#answer table, svg svg');
}).map(e => `${e.tagName} ${e.id} ${e.textContent.slice(0, 30)}`));

await test('a match is analysed in the page: the native program\'s bytes', async () => {
  await until(page, () => document.documentElement.dataset.offline);
  await level(page);
  await page.evaluate(() => new PerformanceObserver(list => {
    window.longest = Math.max(window.longest ?? 0, ...list.getEntries().map(e => e.duration));
  }).observe({ entryTypes: ['longtask'] }));
  fs.copyFileSync(fixture(MATCH), path.join(work, 'club-final.mat'));
  native('analyze', '--level', '0ply', '--report', 'html', '--out', 'native', 'club-final.mat');
  await browser.files(page, '#files', [path.join(work, 'club-final.mat')]);
  await settled(page, 1);
  await indexed(page, ['club-final']);
  for (const name of ['club-final.html', 'index.html']) {
    const html = await page.evaluate(async n => (await fetch('reports/' + n)).text(), name);
    that(html === fs.readFileSync(path.join(work, 'native', name), 'utf8'), `${name} differs: ${html.length} bytes`);
  }
});

await test('twenty files of ten formats and five bad ones: all end, the bad ones say why', async () => {
  const before = server.asked.length;
  await browser.files(page, '#files', [...MATCHES, ...BAD].map(fixture));
  await settled(page, 1 + MATCHES.length + BAD.length);
  const rows = await page.evaluate(() => [...document.querySelectorAll('#jobs li')].map(li => ({
    name: li.querySelector('.name').textContent, state: li.querySelector('.state').textContent, said: li.querySelector('.said').textContent })));
  for (const name of MATCHES) {
    const row = rows.find(r => r.name === path.basename(name));
    that(row?.state === 'done', `${name}: ${JSON.stringify(row)}`);
  }
  for (const name of ['picture.png', 'empty.mat', 'document.pdf']) {
    const row = rows.find(r => r.name === name);
    that(row?.state === 'no match' && row.said.length > 20, `${name}: ${JSON.stringify(row)}`);
  }
  await indexed(page, ['semi-final', 'league-round-4', 'shift-jis', 'rolled-out']);
  const later = server.asked.slice(before).filter(name => name !== '/service.js'); // the browser itself looks for a newer one
  that(later.length === 0, `asked for ${later}`);
  note(`the longest task of the page took ${await page.evaluate(() => window.longest ?? 0)} ms`);
});

await test('a match opens, and is saved as PDF and SGF', async () => {
  await page.evaluate(() => document.querySelector('#jobs button[aria-label="Show club-final.html"]').click());
  await until(page, () => document.getElementById('reader-title').textContent.includes('7-point match'));
  for (const [format, magic] of [['pdf', '%PDF'], ['sgf', '(;']]) {
    await page.evaluate(f => {
      const save = document.getElementById('save');
      save.value = f;
      save.dispatchEvent(new Event('change'));
    }, format);
    const bytes = await downloaded('club-final.' + format);
    that(bytes.subarray(0, magic.length).toString() === magic, `${format} begins with ${bytes.subarray(0, 10)}`);
  }
});

await test('a report is the page, and the way back leads to the matches; files that are done show PR', async () => {
  const reading = () => page.evaluate(() => ({ on: document.body.classList.contains('reading'), frame: document.getElementById('page').getBoundingClientRect().height,
    window: innerHeight, page: document.documentElement.scrollHeight, hash: location.hash, drop: document.getElementById('drop').offsetHeight }));
  for (const [width, bar] of [[1280, 70], [390, 120]]) {
    await browser.size(page, width, 844);
    const r = await reading();
    that(r.on && r.drop === 0 && r.hash === '#report/club-final.html', JSON.stringify(r));
    that(r.frame > r.window - bar && r.page <= r.window, `${width} px: ${JSON.stringify(r)}`);
  }
  await browser.size(page, 1280, 900);
  await press(page, 'close');
  await until(page, () => !document.body.classList.contains('reading') && location.hash === '#matches');
  await page.evaluate(() => history.back());
  await until(page, () => document.body.classList.contains('reading') && document.getElementById('page').contentDocument.title.includes('7-point match'));
  await page.evaluate(() => history.back());
  await until(page, () => !document.body.classList.contains('reading') && document.getElementById('drop').offsetHeight > 0);
  const rates = JSON.parse(native('analyze', '--level', '0ply', '--json', 'club-final.mat')).statistics.players.map(p => p.overall.pr.toFixed(2));
  const row = await page.evaluate(() => document.querySelector('#jobs li').innerText);
  that(row.includes('PR ' + rates.join(' – ')), `${row}, expected ${rates}`);
  const advice = /.*(kibitzer -|--\w).*/.exec(await page.evaluate(() => document.body.innerText));
  that(!advice, `advises to type a command: ${advice?.[0]}`);
});

await test('a folder is chosen by its button: files keep the folders that they lie in', async () => {
  const folder = path.join(work, 'season'), before = await page.evaluate(() => document.querySelectorAll('#jobs li').length);
  fs.mkdirSync(path.join(folder, 'spring'), { recursive: true });
  fs.copyFileSync(fixture('demo/semi-final.mat'), path.join(folder, 'spring', 'chosen.mat'));
  that(await page.evaluate(() => document.getElementById('folder-label').offsetWidth > 0), 'there is no button');
  await browser.folder(page, '#folder', folder);
  await settled(page, before + 1);
  const name = await page.evaluate(() => document.querySelector('#jobs li:last-child').innerText);
  that(name.startsWith('season/spring/chosen.mat'), name);
});

await test('players, a quiz, errors and statistics of the collection', async () => {
  for (const view of ['quiz', 'errors', 'stats']) {
    await page.evaluate(v => document.querySelector(`[data-page=${v}]`).click(), view);
    await until(page, v => document.getElementById('page').contentWindow.location.pathname.endsWith(`/_${v}.html`) &&
      !!document.getElementById('page').contentDocument.querySelector('h1'), view);
  }
  await page.evaluate(() => document.querySelector('[data-page=index]').click());
  await until(page, () => !!document.getElementById('page').contentDocument?.querySelector('a[href^="./players/"]'));
  await page.evaluate(() => document.getElementById('page').contentDocument.querySelector('a[href^="./players/"]').click());
  await until(page, () => document.getElementById('page').contentWindow.location.pathname.includes('/players/'));
});

await test('the native program reads the exported collection', async () => {
  await press(page, 'export');
  await downloaded('collection.db');
  const { matches } = JSON.parse(native('db', 'info', '--db', 'collection.db', '--json'));
  that(matches >= 20, `${matches} matches`);
});

await test('another tab says that the matches are open elsewhere', async () => {
  const other = await opened('', {}, () => document.getElementById('state').textContent !== '');
  that(/Another tab/.test(await text(other, 'state')), await text(other, 'state'));
  that(await other.evaluate(() => document.getElementById('drop').inert), 'files can be dropped');
  await other.close();
});

await test('a running analysis is cancelled, and the page goes on', async () => {
  await page.evaluate(() => { document.getElementById('level').value = '4ply'; document.getElementById('level').append(new Option('4ply', '4ply', true, true)); });
  await browser.files(page, '#files', [fixture(MATCH)]);
  await until(page, () => [...document.querySelectorAll('#jobs li:last-child .state')].some(e => /%/.test(e.textContent)));
  await press(page, 'cancel');
  await until(page, () => document.querySelector('#jobs li:last-child .state').textContent === 'cancelled');
  await page.evaluate(() => { document.getElementById('level').value = '0ply'; });
});

await test('a pasted match is analysed', async () => {
  await page.evaluate(t => {
    document.getElementById('pasted').value = t;
    document.getElementById('take-pasted').click();
  }, fs.readFileSync(fixture('demo/semi-final.mat'), 'utf8'));
  await until(page, () => document.querySelector('#jobs li:last-child .name').textContent.startsWith('pasted') &&
    document.querySelector('#jobs li:last-child .state').textContent === 'done');
});

await test('in German: the page, its choice, the program\'s report; pages of an earlier visit are written again', async () => {
  await page.goto(server.address + '?lang=de');
  await until(page, () => document.documentElement.dataset.ready && document.documentElement.lang === 'de');
  that(await page.evaluate(() => document.getElementById('to-positions').textContent) === 'Stellungen', 'the page is in English');
  await until(page, async () => /<html[^>]* lang="de"/.test(await (await fetch('reports/club-final.html')).text()));
  await level(page);
  fs.copyFileSync(fixture('demo/league-round-4.sgf'), path.join(work, 'runde.sgf'));
  fs.appendFileSync(path.join(work, 'runde.sgf'), '\n');
  native('analyze', '--level', '0ply', '--report', 'html', '--language', 'de', '--out', 'german', 'runde.sgf');
  await browser.files(page, '#files', [path.join(work, 'runde.sgf')]);
  await until(page, () => document.querySelector('#jobs button[aria-label$=" runde.html"]'));
  const html = await page.evaluate(async () => (await fetch('reports/runde.html')).text());
  that(html === fs.readFileSync(path.join(work, 'german', 'runde.html'), 'utf8'), `the report differs: ${html.length} bytes`);
  await page.evaluate(() => {
    const choice = document.getElementById('language');
    choice.value = 'en';
    choice.dispatchEvent(new Event('change'));
  });
  await until(page, () => document.documentElement.dataset.ready && document.documentElement.lang === 'en');
  await page.goto(server.address);
  await until(page, () => document.documentElement.dataset.ready && document.documentElement.lang === 'en');
});

await test('a link shows a position: the native program\'s plays; a tap changes it', async () => {
  const other = await opened('#' + XGID, {}, () => !!document.querySelector('#answer table'));
  const [{ plays }] = JSON.parse(native('hint', '--json', '--level', '0ply', XGID));
  const shown = await other.evaluate(() => [...document.querySelectorAll('#answer tbody tr')].map(r => r.cells[0].textContent));
  that(shown.join() === plays.slice(0, 10).map(p => p.play).join(), `shown: ${shown}`);
  const figure = await other.evaluate(async id => (await window.kibitzer.hint(id, { level: '0ply' }))[0].plays[0].equity, XGID);
  that(figure === plays[0].equity, `${figure}, expected ${plays[0].equity}`);
  await other.evaluate(() => document.querySelector('[data-point="5"]').dispatchEvent(new MouseEvent('click')));
  that((await other.evaluate(() => location.hash)).includes('XGID=-b----E-C'), 'a sixteenth chequer came in');
  await other.evaluate(() => { document.querySelector('input[name=tap][value="0"]').checked = true; document.querySelector('[data-point="6"]').dispatchEvent(new MouseEvent('click')); });
  that((await other.evaluate(() => location.hash)).includes('XGID=-b----D-C'), await other.evaluate(() => location.hash));
  await other.close();
});

await test('a play that is tried shows arrows, pips, chances and the reason', async () => {
  const other = await opened('#' + XGID, {}, () => !!document.querySelector('#answer table'));
  const [{ plays }] = JSON.parse(native('hint', '--json', XGID)), mine = plays.find(p => p.play === '13/10 6/5');
  const shows = async () => ({ tried: await other.evaluate(() => document.getElementById('tried').innerText),
    arrows: await other.evaluate(() => document.querySelectorAll('#board g[pointer-events]').length), bar: await other.evaluate(() => document.querySelector('#tried .ev i')?.style.width) });
  that(/you 167, opponent 167/.test(await text(other, 'pips')), await text(other, 'pips'));
  await other.evaluate(() => [...document.querySelectorAll('#answer tbody tr')].find(r => r.textContent.startsWith('13/10 6/5')).click());
  const chosen = await shows();
  that(chosen.arrows === 2 && chosen.bar === (100 * mine.win).toFixed(1) + '%', JSON.stringify(chosen));
  that(chosen.tried.startsWith(`13/10 6/5 loses ${(plays[0].equity - mine.equity).toFixed(3)}. Best is 8/5 6/5. Wins ${(100 * mine.win).toFixed(1)}% of the games instead of`), chosen.tried);
  await press(other, 'try');
  for (const point of [13, 6]) await other.evaluate(p => document.querySelector(`#board [data-p="${p}"]`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })), point);
  await until(other, () => document.querySelectorAll('#board g[pointer-events]').length === 2);
  that(JSON.stringify(await shows()) === JSON.stringify(chosen), JSON.stringify(await shows()));
  await press(other, 'roll-out');
  const words = await until(other, () => /(^|\n)(Too close to call: )?8\/5 6\/5 is .* better than /.test(document.getElementById('answer').innerText) && document.getElementById('stop').innerText);
  that(/^Computing: \d+%/.test(words), words);
  await press(other, 'stop');
  await other.evaluate(id => { location.hash = id; }, XGID.replace(':31:0:0:3:0:10', ':00:2:3:0:7:10'));
  await until(other, () => document.querySelector('#answer strong') && document.getElementById('length').value === '7');
  await press(other, 'all-scores');
  const map = await until(other, () => document.querySelector('#answer img') && document.getElementById('answer').innerText);
  that(map.startsWith('In the frame, this score.'), map);
  that(await other.evaluate(() => document.getElementById('play-scores').disabled), 'a play is offered without dice');
  await other.evaluate(id => { location.hash = id; }, XGID);
  await until(other, () => document.querySelector('#answer table') && !document.getElementById('play-scores').disabled);
  await other.evaluate(() => { document.getElementById('position-level').value = '0ply'; });
  await press(other, 'play-scores');
  await until(other, () => document.querySelector('#answer img')?.naturalWidth > 0 && document.getElementById('answer').innerText.startsWith('A letter for the best play'));
  await other.close();
});

await test('a rollout\'s error runs down; nonsense is refused in words', async () => {
  const other = await opened('#' + XGID.replace(':31:', ':00:'), {}, () => !!document.querySelector('#answer table'));
  await other.evaluate(() => {
    window.errors = [];
    new MutationObserver(() => {
      const e = Number(document.querySelector('#answer tbody td:nth-child(3)')?.textContent);
      if (e > 0) window.errors.push(e);
    }).observe(document.getElementById('answer'), { childList: true });
  });
  await press(other, 'roll-out');
  const errors = await until(other, () => window.errors.length >= 3 && window.errors);
  that(errors[1] < errors[0] && errors[2] < errors[1], `errors ${errors}`);
  await press(other, 'stop');
  await other.evaluate(() => {
    document.getElementById('position-id').value = 'nonsense';
    document.querySelector('#ask-id button').click();
  });
  that((await until(other, () => document.querySelector('#answer .wrong')?.textContent)).length > 10, 'no word');
  await other.close();
});

await test('axe-core finds nothing, nothing sticks out at 390 px, the browser has no complaint', async () => {
  for (const [width, hash] of [[390, ''], [390, '#' + XGID], [1280, '#' + XGID], [1280, '#matches']]) {
    await browser.size(page, width, 844);
    await page.evaluate(h => { location.hash = h; }, hash);
    if (hash.includes('XGID')) await until(page, () => !!document.querySelector('#answer table'));
    for (const dark of browser.dark ? [false, true] : [false]) {
      if (browser.dark) await browser.dark(page, dark);
      for (const v of await violations(page)) that(false, `${width} ${hash.slice(0, 6)} ${dark ? 'dark' : 'light'}: ${v}`);
      if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${kind}-${width}${hash.slice(0, 6)}${dark ? '-dark' : ''}.png`), fullPage: true });
    }
    for (const e of await stickingOut(page)) that(false, `${width} px: ${e}`);
  }
  that(page.said.length === 0, `the browser says: ${page.said.slice(0, 3)}`);
});

await test('without the server, after a reload: the page, the matches and the engine are there', async () => {
  await until(page, () => document.documentElement.dataset.offline);
  await server.stop();
  await page.goto('about:blank');
  await page.goto(server.address);
  await until(page, () => document.documentElement.dataset.ready && !document.getElementById('views').hidden);
  const html = await page.evaluate(async () => (await fetch('reports/index.html')).text());
  that(html.includes('club-final') && html.includes('shift-jis'), 'matches are missing');
  await browser.files(page, '#files', [fixture('demo/club-final.mat'), fixture('xg/rolled-out.xg')]);
  await settled(page, 2);
  that(/known already/.test(await text(page, 'jobs')), await text(page, 'jobs'));
  that((await page.evaluate(async id => (await window.kibitzer.evaluate(id))[0].win, '4HPwATDgc/ABMA')) > 0.5, 'no evaluation');
});

await finished();
finish();
process.exit();
