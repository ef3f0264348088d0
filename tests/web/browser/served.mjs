// The page where a service hands it out (serve --web): who computes. node served.mjs chromium|firefox FOLDER-OF-THE-PAGE; in TAP.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { until } from './browsers.mjs';
import { browser, fixture, finished, indexed, level, native, opened, press, server, settled, text, work } from './session.mjs';
import { finish, test, that } from './tap.mjs';

const FOLDER = process.argv[3];
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10';

// A service with these options; its address, and its figures by their names in /metrics.
async function service(...options) {
  const child = spawn(process.env.PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', FOLDER, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise(resolve => child.once('exit', resolve));
  process.once('exit', () => child.kill());
  let said = '';
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => {
      said += bytes;
      const at = /listening on 127\.0\.0\.1:(\d+)\n/.exec(said);
      if (at) resolve(at[1]);
    });
    ended.then(() => reject(new Error(`no service: ${said}`)));
  });
  const address = `http://127.0.0.1:${port}/`;
  return {
    address,
    async figure(name) {
      const line = (await (await fetch(address + 'metrics')).text()).split('\n').find(l => l.startsWith(`kibitzer_${name} `));
      return Number(line.split(' ')[1]);
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

// What the page's workers are given of others' work, what it sends to a service, and the last picture that it shows.
const watch = () => {
  window.shares = [];
  window.sent = [];
  const post = Worker.prototype.postMessage, send = window.fetch, name = URL.createObjectURL;
  URL.createObjectURL = blob => {
    window.shown = blob;
    return name.call(URL, blob);
  };
  Worker.prototype.postMessage = function (data, ...more) {
    if (data.command === 'analyze' && data.options.report && data.options.level) window.shares.push((data.shares ?? []).reduce((n, s) => n + s.length, 0));
    return post.call(this, data, ...more);
  };
  window.fetch = (url, init = {}) => {
    const answer = send(url, init);
    if (String(url).includes('/v1/')) window.sent.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
    if (window.stops && window.sent.at(-1)?.startsWith('GET /v1/jobs/')) setTimeout(() => document.getElementById('stop').click());
    return answer;
  };
};
const at = (home, anchor = '', ready = undefined, size = {}) => opened(anchor, size, ready, watch, undefined, home.address);
const choose = (page, where) => page.evaluate(w => {
  const e = document.getElementById('where');
  e.value = w;
  e.dispatchEvent(new Event('change'));
}, where);
const report = (page, name) => page.evaluate(async n => (await fetch('reports/' + n)).text(), name);
const row = page => page.evaluate(() => ({ state: document.querySelector('#jobs li:last-child .state').textContent, said: document.querySelector('#jobs li:last-child .said').textContent }));
const wrote = (name, level = '0ply', ...more) => {
  const folder = `native-${name}-${level}-${more.join('')}`;
  native('analyze', '--level', level, '--report', 'html', '--out', folder, ...more, name);
  return fs.readFileSync(path.join(work, folder, name.replace(/\.\w+$/, '.html')), 'utf8');
};
const take = (from, name) => {
  fs.copyFileSync(fixture(from), path.join(work, name));
  return path.join(work, name);
};

const home = await service(), page = await at(home);

await test('the page says that the server computes: a match is analysed there, to the byte', async () => {
  that(await page.evaluate(() => document.getElementById('where').offsetWidth > 0 && document.getElementById('where').selectedOptions[0].textContent) === 'On the server', 'it does not say so');
  that(/sent to this page’s server/.test(await text(page, 'drop')) && !/nowhere else/.test(await text(page, 'drop')), await text(page, 'drop'));
  await level(page);
  await browser.files(page, '#files', [take('demo/club-final.mat', 'club-final.mat')]);
  await settled(page, 1);
  const { said } = await row(page);
  that(said === '', said);
  that(await home.figure('jobs_ended_total{how="done"}') === 1, 'the server has done no job');
  const [given] = await page.evaluate(() => window.shares);
  that(given > 100000, `a worker was given ${given} bytes`);
  await indexed(page, ['club-final']);
  that(await report(page, 'club-final.html') === wrote('club-final.mat'), 'the report differs');
});

await test('a worker takes what the server found, and computes what does not fit', async () => {
  const ask = async l => new Uint8Array(await (await fetch(`${home.address}v1/matches?level=${l}&wait=25`,
    { method: 'POST', body: fs.readFileSync(path.join(work, 'club-final.mat')), headers: { Accept: 'application/x-kibitzer-shares' } })).arrayBuffer());
  const mine = await ask('0ply'), other = await ask('1ply'), luck = [...bend(mine)], length = luck.length;
  that(length > 50, `${length} figures were bent`);
  const answers = await page.evaluate(async ([all, bytes]) => {
    const worker = new Worker('worker.js');
    let count = 0;
    const question = ask => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => data.progress || (data.error === undefined ? resolve(data.answer) : reject(new Error(data.error)));
      worker.postMessage({ id: ++count, ...ask });
    });
    await question({ ask: 'open' });
    const texts = [];
    for (const share of all) {
      const { output } = await question({ ask: 'run', command: 'analyze', options: { level: '0ply', to: 'json' }, inputs: ['club-final.mat'],
        files: [{ name: 'club-final.mat', bytes: new Uint8Array(bytes) }], shares: [new Uint8Array(share)] });
      texts.push(new TextDecoder().decode(output));
    }
    worker.terminate();
    return texts;
  }, [[[...mine], [...other], luck], [...fs.readFileSync(path.join(work, 'club-final.mat'))]]);
  const right = native('analyze', '--level', '0ply', '--to', 'json', 'club-final.mat').toString();
  that(answers[0] === right, 'with the server\'s figures');
  that(answers[1] === right, 'with figures of another level');
  that(answers[2] !== right, 'bent figures change nothing: they are not taken');
});

await test('plays, cubes, maps and rollouts are the server\'s', async () => {
  const before = await home.figure('jobs_taken_total'), other = await at(home, '#' + XGID, () => !!document.querySelector('#answer table'));
  await until(other, () => window.sent.includes('POST /v1/hint'));
  const documents = [['hint', 'hint'], ['cube', 'cube'], ['evaluate', 'eval']];
  for (const [ask, command] of documents) {
    const document = await other.evaluate(async ([a, id]) => window.kibitzer[a](id, { level: '0ply' }), [ask, XGID]);
    that(JSON.stringify(document) === JSON.stringify(JSON.parse(native(command, '--json', '--level', '0ply', XGID))), `${ask} differs`);
  }
  that(await home.figure('jobs_taken_total') - before >= 4, 'the server was asked less');
  await other.evaluate(() => { document.getElementById('position-level').value = '0ply'; });
  for (const [button, command, option] of [['all-scores', 'cube', []], ['play-scores', 'hint', ['--scores']]]) {
    const id = button === 'all-scores' ? XGID.replace(':31:', ':00:') : XGID;
    await press(other, button);
    const svg = await until(other, async () => document.querySelector('#answer img') && window.shown.text());
    native(command, ...option, '--level', '0ply', '--output', 'map.svg', id);
    that(svg === fs.readFileSync(path.join(work, 'map.svg'), 'utf8'), `the map of ${command} differs`);
    await other.evaluate(() => document.getElementById('answer').replaceChildren());
  }
  await press(other, 'roll-out');
  await until(other, () => document.querySelector('#answer caption')?.textContent.includes('36 games'));
  await other.evaluate(() => { window.stops = true; });
  await press(other, 'roll-out');
  await until(other, () => window.sent.some(s => s.startsWith('DELETE /v1/jobs/')) && document.getElementById('answer').textContent === 'Stopped.');
  await other.close();
});

await test('what the reader stops, the server stops', async () => {
  const before = await home.figure('jobs_ended_total{how="cancelled"}');
  await page.evaluate(() => {
    const e = document.getElementById('level');
    e.append(new Option('4ply', '4ply', true, true));
    e.value = '4ply';
  });
  await browser.files(page, '#files', [take('demo/semi-final.mat', 'stopped.mat')]);
  await until(page, () => window.sent.filter(s => s.startsWith('GET /v1/jobs/')).length > 2 && /%/.test(document.querySelector('#jobs li:last-child .state').textContent));
  await press(page, 'cancel');
  await until(page, () => document.querySelector('#jobs li:last-child .state').textContent === 'cancelled');
  for (let i = 0; i < 100 && await home.figure('jobs_ended_total{how="cancelled"}') === before; i++) await new Promise(resolve => setTimeout(resolve, 100));
  that(await home.figure('jobs_ended_total{how="cancelled"}') === before + 1, 'it goes on');
  await level(page);
});

await test('in German, to the byte; an archive; a file that is no match says why, once', async () => {
  const other = await at(home, '?lang=de', () => document.documentElement.lang === 'de' && document.getElementById('where').selectedOptions[0].textContent === 'Auf dem Server');
  const wait = await other.evaluate(async id => (await window.kibitzer.hint(id, { level: '0ply' }))[0].plays.length, XGID);
  that(wait > 5, `${wait} plays`);
  await other.close();
  await browser.files(page, '#files', [fixture('archive/round.zip')]);
  await settled(page, 3);
  that((await row(page)).state === 'done' && (await row(page)).said === '', JSON.stringify(await row(page)));
  await browser.files(page, '#files', [fixture('bad/any/picture.png')]);
  await settled(page, 4);
  const { state, said } = await row(page);
  that(state === 'no match' && said.split('\n').length === 1 && !said.includes('device'), `${state}: ${said}`);
});

await test('on this device: nothing is sent, and the choice is kept', async () => {
  await choose(page, 'device');
  that(/nowhere else/.test(await text(page, 'drop')), await text(page, 'drop'));
  await page.reload();
  await until(page, () => document.documentElement.dataset.ready);
  that(await page.evaluate(() => document.getElementById('where').value) === 'device', 'it is forgotten');
  await level(page);
  await browser.files(page, '#files', [take('demo/semi-final.mat', 'semi-final.mat')]);
  await settled(page, 1);
  that((await page.evaluate(() => window.sent)).length === 0, `${await page.evaluate(() => window.sent)}`);
  await choose(page, 'server');
});

await test('at 390 px the choice is beside the views, and nothing sticks out', async () => {
  for (const lang of ['en', 'fi', 'fr', 'ru']) {
    const other = await at(home, '?lang=' + lang, () => document.documentElement.lang === new URLSearchParams(location.search).get('lang'), { width: 390, height: 844 });
    const wrong = await other.evaluate(() => [...document.querySelectorAll('header, header *')].filter(e => {
      const b = e.getBoundingClientRect();
      return b.width > 1 && (b.right > innerWidth + 1 || b.left < -1);
    }).map(e => e.id || e.tagName));
    that(wrong.length === 0, `${lang}: ${wrong}`);
    const where = await other.evaluate(() => ({ width: document.getElementById('where').offsetWidth, height: document.querySelector('header').offsetHeight }));
    that(where.width > 60 && where.height < 130, `${lang}: ${JSON.stringify(where)}`);
    if (process.env.PICTURES) await other.screenshot({ path: path.join(process.env.PICTURES, `served-390-${lang}.png`) });
    await other.close();
  }
});

await test('a server that is busy, one that refuses and one that is gone: this device computes, and says so', async () => {
  const small = await service('--max-body', '1', '--client-jobs', '1'), other = await at(small);
  await level(other);
  const large = take('demo/club-final.mat', 'large.mat');
  fs.appendFileSync(large, '\n'.repeat(1 << 20));
  await browser.files(other, '#files', [large]);
  await settled(other, 1);
  that(/computed on this device: .*larger/.test((await row(other)).said), JSON.stringify(await row(other)));
  await indexed(other, ['large']);
  that(await report(other, 'large.html') === wrote('large.mat'), 'the report differs');
  await fetch(small.address + 'v1/rollout?position=4HPwATDgc/ABMA&trials=10000000&wait=0');
  await browser.files(other, '#files', [take('demo/semi-final.mat', 'busy.mat')]);
  await settled(other, 2);
  that(/computed on this device: .*as many jobs/.test((await row(other)).said), JSON.stringify(await row(other)));
  await small.stop('SIGKILL');
  await browser.files(other, '#files', [take('demo/league-round-4.sgf', 'gone.sgf')]);
  await settled(other, 3);
  that(/computed on this device: /.test((await row(other)).said) && (await row(other)).state === 'done', JSON.stringify(await row(other)));
  await other.close();
});

await test('from a server of files alone: no choice, and nobody is asked', async () => {
  const before = server.asked.length, other = await at(server);
  that(await other.evaluate(() => document.getElementById('where').offsetWidth) === 0, 'there is a choice');
  await level(other);
  await browser.files(other, '#files', [take('demo/club-final.mat', 'club-final.mat')]);
  await settled(other, 1);
  that((await other.evaluate(() => window.sent)).length === 0 && !server.asked.slice(before).some(name => name.includes('/v1/') || name.includes('healthz')), `${server.asked.slice(before)}`);
  await other.close();
});

await test('the service ends in order', async () => that(await home.stop() === 0, 'it does not'));

await finished();
finish();
process.exit();

// The same, where the luck of each roll is another one: figures of a throw's luck lie behind those of the cube. Records are a mark, the loop, the
// turn and the length, then that many bytes (src/base/helpers.c).
function bend(bytes) {
  const bent = bytes.slice(), view = new DataView(bent.buffer);
  for (let i = 0; i + 24 <= bent.length;) {
    const loop = view.getUint32(i + 8, true), length = view.getUint32(i + 16, true);
    for (let k = i + 24; loop === 0 && k + 4 <= i + 24 + length; k += 4) {
      const figure = view.getFloat32(k, true);
      if (Math.abs(figure) > 1e-3 && Math.abs(figure) < 0.9) view.setFloat32(k, figure + 0.01, true);
    }
    i += 24 + length;
  }
  return bent;
}
