// What the page offers beside reading a report, in the native program's bytes: node offers.mjs chromium|firefox FOLDER-OF-THE-PAGE.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { until } from './browsers.mjs';
import { browser, downloaded, fixture, finished, indexed, level, native, opened, press, server, settled, work } from './session.mjs';
import { finish, note, test, that } from './tap.mjs';

const NAME = 'final.mat', BASE = 'final';
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10', CUBE = XGID.replace(':31:', ':00:');
const read = name => fs.readFileSync(path.join(work, name));
const asked = () => [...new Set(server.asked.filter(name => name.startsWith('/share/')))];
const page = await opened();
page.on('dialog', d => d.accept());

fs.writeFileSync(path.join(work, NAME), fs.readFileSync(fixture('demo/club-final.mat'), 'utf8').replaceAll('Zoë', 'Ζωή Łuk')); // letters beyond Latin-1
native('analyze', '--level', '0ply', '--report', 'none', '--out', 'native', NAME);

const save = (name, format) => page.evaluate(f => {
  const e = document.getElementById('save');
  e.value = f;
  e.dispatchEvent(new Event('change'));
}, format).then(() => downloaded(name));

function unzipped(bytes) {
  const archive = path.join(work, 'archive.zip'), names = [];
  const end = bytes.length - 22, count = bytes.readUInt16LE(end + 10);
  fs.writeFileSync(archive, bytes);
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++, at += 46 + bytes.readUInt16LE(at + 28)) {
    const body = bytes.readUInt32LE(at + 42), size = bytes.readUInt32LE(at + 20), name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const start = body + 30 + bytes.readUInt16LE(body + 26), content = bytes.subarray(start, start + size);
    that(zlib.crc32(content) === bytes.readUInt32LE(at + 16), `${name}: its checksum is another`);
    names.push([name, content]);
  }
  return names;
}

await test('all files of the first load are below 3,000,000 bytes gzipped', async () => {
  await until(page, () => document.documentElement.dataset.offline);
  const first = [...new Set(server.asked)].filter(name => !name.startsWith('/share/'));
  const bytes = first.reduce((n, name) => n + zlib.gzipSync(fs.readFileSync(path.join(process.argv[3], name)), { level: 9 }).length, 0);
  that(first.includes('/kibitzer.wasm') && first.includes('/zip.js') && bytes < 3e6, `${bytes} bytes of ${first.length} files`);
  that(asked().length === 0, `asked for ${asked()}`);
});

const said = () => page.evaluate(() => document.getElementById('state').textContent);

await test('where its fonts cannot be had a PDF has Latin letters alone, and the page says so', async () => {
  await level(page);
  await browser.files(page, '#files', [path.join(work, NAME)]);
  await settled(page, 1);
  await indexed(page, ['Łuk']);
  await page.evaluate(() => document.querySelector('#jobs button[aria-label^="Show"]').click());
  await until(page, () => document.getElementById('reader-title').textContent.includes('7-point match'));
  process.env.KIBITZER_FONTS = work; // where there are none
  native('analyze', '--level', '0ply', '--report', 'pdf', '--out', 'plain', NAME);
  delete process.env.KIBITZER_FONTS;
  const fonts = ['', '-Bold'].map(face => `/share/fonts/truetype/dejavu/DejaVuSans${face}.ttf`);
  for (const [without, why, word] of [['one font', () => server.missing.add(fonts[1]), 'the server says 404'], ['the server', () => server.stop(), 'without a network']]) {
    await why();
    const bytes = await save(BASE + '.pdf', 'pdf');
    that(bytes.equals(read(`plain/${BASE}.pdf`)), `without ${without}: ${bytes.length} bytes, expected ${read(`plain/${BASE}.pdf`).length}`);
    that((await said()).startsWith('Without its fonts') && (await said()).includes(word), `without ${without}: ${await said()}`);
    fs.rmSync(path.join(work, BASE + '.pdf'));
  }
  server.missing.clear();
  await server.start();
  page.said.length = 0; // the browser names what was missing
});

await test('a match is saved in every format as the native program writes it', async () => {
  for (const [format, ending] of [['html', 'html'], ['pdf', 'pdf'], ['sgf', 'sgf'], ['json', 'json'], ['csv', 'csv'], ['md', 'md'], ['text', 'txt'], ['mat', 'mat']]) {
    native('analyze', '--level', '0ply', '--report', format, '--out', 'native', NAME);
    if (format === 'mat') fs.renameSync(path.join(work, NAME), path.join(work, 'original')); // the download has its name
    const bytes = await save(`${BASE}.${ending}`, format), expected = read(`native/${BASE}.${ending}`);
    that(bytes.equals(expected), `${format}: ${bytes.length} bytes, expected ${expected.length}`);
  }
  fs.renameSync(path.join(work, 'original'), path.join(work, NAME));
});

await test('its errors are saved as pictures', async () => {
  for (const format of ['png', 'svg']) {
    native('analyze', '--level', '0ply', '--report', format, '--out', 'native-' + format, NAME);
    const expected = fs.readdirSync(path.join(work, 'native-' + format)).filter(n => n.endsWith(format)).sort();
    const pictures = unzipped(await save(`${BASE}-${format}.zip`, format));
    that(pictures.length > 20 && pictures.map(p => p[0]).sort().join() === expected.join(), `${pictures.length} pictures, expected ${expected.length}`);
    for (const [name, bytes] of pictures) that(bytes.equals(read(`native-${format}/${name}`)), `${name} differs`);
  }
});

await test('the report with the engine inside: loaded when asked for, once', async () => {
  const before = asked();
  that(before.length === 2 && before.every(name => name.endsWith('.ttf')), `asked for ${before}`);
  native('analyze', '--level', '0ply', '--report', 'html', '--live', '--out', 'live', NAME);
  const bytes = await save(BASE + '-live.html', 'live'), expected = read(`live/${BASE}.html`);
  that(bytes.equals(expected), `${bytes.length} bytes, expected ${expected.length}`);
  that(asked().length === 3 && asked()[2] === '/share/kibitzer/live-engine.txt', `asked for ${asked()}`);
});

await test('cards, decisions, the quiz and what to study are the native program\'s', async () => {
  await press(page, 'export');
  await downloaded('collection.db');
  native('errors', '--db', 'collection.db', '--worst', '100', '--format', 'anki', '-o', 'native.apkg');
  native('db', 'export', '--db', 'collection.db', '--decisions', 'native.csv');
  await press(page, 'cards');
  that((await downloaded('errors.apkg')).equals(read('native.apkg')), 'the cards differ');
  await press(page, 'decisions');
  that((await downloaded('decisions.csv')).equals(read('native.csv')), 'the decisions differ');
  await page.evaluate(() => { document.getElementById('me').value = '<Bob> "Bee"'; });
  native('errors', '--db', 'collection.db', '--worst', '30', '--quiz', '-o', '_quiz.html');
  native('study', '--db', 'collection.db', '-o', '_study.html', '<Bob> "Bee"');
  for (const view of ['quiz', 'study']) {
    await page.evaluate(v => document.querySelector(`[data-page=${v}]`).click(), view);
    await until(page, v => document.getElementById('page').contentWindow.location.pathname.endsWith(`/_${v}.html`), view);
    const html = await page.evaluate(async v => (await fetch(`reports/_${v}.html`)).text(), view);
    that(html === read(`_${view}.html`).toString(), `${view}: ${html.length} bytes`);
  }
});

await test('another collection comes in, and one of its matches is saved; after "Delete all" it is there alone', async () => {
  native('analyze', '--level', '0ply', '--report', 'none', '--out', 'other', fixture('demo/league-round-4.sgf'), fixture('demo/semi-final.mat'));
  await browser.files(page, '#import', [path.join(work, 'other/collection.db')]);
  await indexed(page, ['Łuk', 'league-round-4']);
  native('report', '--db', 'other/collection.db', '--report', 'sgf', '--out', 'sent', 'league-round-4.html');
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, transfer) {
      if (message.command === 'report') window.reported = message.inputs;
      post.call(this, message, transfer);
    };
    document.getElementById('page').src = 'reports/league-round-4.html';
  });
  await until(page, () => /Ann/.test(document.getElementById('reader-title').textContent));
  that((await save('league-round-4.sgf', 'sgf')).equals(read('sent/league-round-4.sgf')), 'it is saved otherwise');
  that((await page.evaluate(() => window.reported)).join() === 'league-round-4.html', 'other matches are written with it');
  await press(page, 'forget');
  await until(page, () => document.getElementById('views').hidden);
  await browser.files(page, '#import', [path.join(work, 'other/collection.db')]);
  await indexed(page, ['league-round-4']);
  that(!(await page.evaluate(async () => (await fetch('reports/index.html')).text())).includes('Łuk'), 'the deleted match is still there');
  await until(page, () => !document.getElementById('views').hidden);
});

await test('the queue is paused and goes on', async () => {
  const files = ['demo/club-final.mat', 'demo/semi-final.mat', 'demo/sunday money.mat', 'sgf/gnubg-match.sgf', 'sgf/gnubg-money.sgf', 'sgf/rollouts.sgf',
    'gam/two-games.gam', 'gam/play65.gam', 'gam/gammonempire.gam', 'bgroom/two-games.bgf'];
  const before = await page.evaluate(() => document.querySelectorAll('#jobs li').length);
  const states = () => page.evaluate(n => [...document.querySelectorAll('#jobs li .state')].slice(n).map(e => e.textContent), before);
  await browser.files(page, '#files', files.map(fixture));
  await press(page, 'pause');
  await until(page, () => document.getElementById('left').textContent.includes('paused'));
  await until(page, n => ![...document.querySelectorAll('#jobs li .state')].slice(n).some(e => e.textContent.endsWith('%')), before);
  const waiting = (await states()).filter(s => s === 'waits').length;
  that(waiting >= files.length - 8, `${await states()}`);
  await new Promise(resolve => setTimeout(resolve, 1500));
  that((await states()).filter(s => s === 'waits').length === waiting, `went on: ${await states()}`);
  await press(page, 'pause');
  await settled(page, before + files.length);
  that((await states()).every(s => s === 'done'), `${await states()}`);
});

if (browser.longest) await test('no task holds the page for 50 ms while matches are analysed, nor when a report of 0.6 MB opens', async () => {
  const files = ['demo/club-final.mat', 'demo/league-round-4.sgf', 'archive/round.zip', 'encoding/cp1251.mat'].map(fixture);
  await press(page, 'clear');
  await press(page, 'forget');
  await until(page, () => document.getElementById('views').hidden && document.querySelectorAll('#jobs li').length === 0);
  const analysing = await browser.longest(page, async () => {
    await browser.files(page, '#files', files);
    await settled(page, files.length);
    await indexed(page, ['club-final', 'league-round-4', 'cp1251']);
  });
  const openings = [];
  for (let i = 0; i < 3; i++) openings.push(await browser.longest(page, async () => { // caches of the processor count: the best of three
    await page.evaluate(() => {
      document.getElementById('close').click();
      document.querySelector('#jobs button[aria-label="Show club-final.html"]').click();
    });
    await until(page, () => document.getElementById('page').contentDocument?.querySelector('#replay .board'));
    await new Promise(resolve => setTimeout(resolve, 500));
  }));
  note(`the longest task: ${analysing} ms of processor time while matches are analysed, ${openings} when a report opens`);
  that(analysing < 50, `${analysing} ms`);
  that(Math.min(...openings) < 50, `${openings} ms when a report opens`);
});

if (browser.drop) await test('a folder is dropped, with the folders below it', async () => {
  const folder = path.join(work, 'season');
  fs.mkdirSync(path.join(folder, 'spring/round 1'), { recursive: true });
  fs.copyFileSync(fixture('bgf/club.bgf'), path.join(folder, 'spring/round 1/club.bgf'));
  fs.copyFileSync(fixture('sgf/minimal.sgf'), path.join(folder, 'one.sgf'));
  await press(page, 'close');
  await browser.drop(page, '#drop', folder);
  await until(page, () => ['season/one.sgf', 'season/spring/round 1/club.bgf'].every(name =>
    [...document.querySelectorAll('#jobs li')].some(li => li.querySelector('.name').textContent === name && li.querySelector('.state').textContent === 'done')));
  await indexed(page, ['season', 'club']);
});

await test('positions: the level that is chosen, what its terms mean, the cube at every score', async () => {
  const other = await opened('#' + XGID, {}, () => !!document.querySelector('#answer table'));
  const [{ plays }] = JSON.parse(native('hint', '--json', '--level', '1ply', XGID));
  await other.evaluate(() => {
    document.getElementById('position-level').value = '1ply';
    document.getElementById('hint').click();
  });
  const figures = plays.slice(0, 10).map(p => p.equity.toFixed(3).replace('-', '−').replace(/^(?!−)/, '+'));
  await until(other, f => [...document.querySelectorAll('#answer tbody tr')].map(r => r.cells[1].textContent).join() === f, figures.join());
  await other.evaluate(() => { document.querySelector('#answer details').open = true; });
  const { terms } = JSON.parse(native('glossary', '--json'));
  await until(other, m => [...document.querySelectorAll('#answer dd')].some(e => e.textContent === m), terms.find(t => t.term === 'equity').meaning);
  native('cube', '--level', '1ply', '--output', 'map.svg', CUBE);
  await other.evaluate(() => {
    const original = URL.createObjectURL;
    URL.createObjectURL = blob => {
      window.drawn = blob;
      return original(blob);
    };
  });
  await press(other, 'all-scores');
  await until(other, () => document.querySelector('#answer img')?.naturalWidth > 0);
  that(await other.evaluate(() => window.drawn.text()) === read('map.svg').toString(), 'the map differs');
  await other.close();
});

// An index of 1,100 matches: four that are analysed, and their rows again by other names.
function largeIndex() {
  const tools = path.join(process.env.FIXTURES, '../tools/bench'), made = (tool, ...words) => execFileSync(path.join(tools, tool), words, { cwd: work, stdio: 'ignore' });
  native('convert', '--to', 'mat', '--out', 'sources', fixture('demo'));
  const sources = fs.readdirSync(path.join(work, 'sources')).length;
  made('many_matches.py', '1100', 'many', 'sources');
  native('analyze', '--level', '0ply', '--report', 'none', '--out', 'stored', ...fs.readdirSync(path.join(work, 'many/000')).sort().slice(0, sources).map(n => 'many/000/' + n));
  made('imitate.py', 'stored/collection.db', 'many', `${sources}`, '1100');
  native('analyze', '--level', '0ply', '--report', 'text', '--db', 'stored/collection.db', '--out', 'paged', fixture('sgf/gnubg-money.sgf'));
  return fs.readdirSync(path.join(work, 'paged')).filter(n => n.startsWith('index')).map(n => [n, zlib.gzipSync(read('paged/' + n)).toString('base64')]);
}

await test('an index of more than 1,000 matches: a search on its first page finds one of the second, whose rows a script brings', async () => {
  await until(page, () => document.documentElement.dataset.offline);
  const index = largeIndex(), asked = server.asked.length, first = read('paged/index.html').toString();
  const wanted = read('paged/index-2.html').toString().match(/\d{3}\/\d{6}\.mat/g).find(name => !first.includes(name));
  await page.evaluate(async files => {
    const cache = await caches.open('kibitzer-reports');
    for (const [name, bytes] of files)
      await cache.put(new URL('reports/' + name, document.baseURI), new Response(Uint8Array.from(atob(bytes), c => c.charCodeAt(0))));
    document.getElementById('page').src = 'reports/index.html';
  }, index);
  await until(page, () => !!document.getElementById('page').contentDocument?.querySelector('form[role=search] output'));
  await page.evaluate(name => {
    const search = document.getElementById('page').contentDocument.querySelector('input[type=search]');
    search.value = name;
    search.dispatchEvent(new Event('input', { bubbles: true }));
  }, wanted);
  await until(page, () => document.getElementById('page').contentDocument.querySelector('output').textContent === '1 of 1101');
  const rows = await page.evaluate(() => [...document.getElementById('page').contentDocument.querySelector('.matches tbody').rows].map(r => r.cells[0].textContent));
  that(rows.length === 1 && rows[0].includes(wanted), `${wanted}: ${rows}`);
  const since = server.asked.slice(asked).filter(name => name !== '/service.js'); // Firefox looks for a newer one with each page that opens
  that(since.length === 0, `asked for ${since}`);
});

await test('without the server what was loaded when asked for is still there', async () => {
  await server.stop();
  await page.goto('about:blank');
  await page.goto(server.address);
  await until(page, () => document.documentElement.dataset.ready && !document.getElementById('views').hidden);
  for (const name of ['kibitzer/live-engine.txt', 'fonts/truetype/dejavu/DejaVuSans.ttf'])
    that(await page.evaluate(async n => (await fetch('share/' + n)).ok, name), name);
  that(page.said.length === 0, `the browser says: ${page.said.slice(0, 3)}`);
});

await finished();
finish();
process.exit();
