// The report that answers back, in headless Chromium: node live.mjs FOLDER ID; see live_check.sh.
import fs from 'node:fs';
import { chromium } from 'playwright-core';
import { finish, note, test, that } from './tap.mjs';

const [, , FOLDER, ID] = process.argv, PAGE = `${FOLDER}/club-final.html`;
const document_ = name => JSON.parse(fs.readFileSync(`${FOLDER}/${name}.json`, 'utf8'));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

async function opened(file, { width = 1280, height = 900, ...more } = {}) {
  const page = await (await browser.newContext({ viewport: { width, height }, ...more })).newPage();
  page.asked = [];
  page.said = [];
  page.on('request', r => page.asked.push(r.url()));
  page.on('console', m => ['error', 'warning'].includes(m.type()) && page.said.push(m.text()));
  page.on('pageerror', e => page.said.push(e.message));
  await page.goto('file://' + file);
  page.setDefaultTimeout(60000);
  return page;
}

const page = await opened(PAGE);
const panel = page.locator('#g1m5 .live');
const tap = (where, point) => where.locator(`[data-p="${point}"]`).click({ force: true });

await test('the report stands without script, and asks for nothing', async () => {
  const plain = await opened(PAGE, { javaScriptEnabled: false });
  that(await plain.locator('#g1m5 summary').count() === 1, 'the decision is not there');
  that(await plain.locator('.la, .live').count() === 0, 'there is something to ask');
  await plain.context().close();
  that(page.asked.length === 1, `requests: ${page.asked.slice(1, 4)}`);
  that(fs.statSync(PAGE).size < 4e6, `${fs.statSync(PAGE).size} bytes`);
  note(`${fs.statSync(PAGE).size} bytes`);
});

await test('a play that is made on the board gets the verdict of kibitzer hint', async () => {
  await page.locator('#g1m5 > summary').click();
  await page.locator('#g1m5 .la button').click();
  await tap(panel, 13);
  await tap(panel, 6);
  await panel.locator('.lv:not(:empty)').filter({ hasText: 'loses' }).waitFor();
  const plays = document_('hint')[0].plays, mine = plays.find(p => p.play === '13/10 6/5');
  const words = await panel.locator('.lv').textContent();
  that(words.startsWith(`13/10 6/5 loses ${mine.plies < plays[0].plies ? 'about ' : ''}${(plays[0].equity - mine.equity).toFixed(3)}. Best is ${plays[0].play}.`), words);
  const row = await panel.locator('.movethemove').textContent();
  that(row.includes(Math.abs(mine.equity).toFixed(3)), row);
  that((await panel.locator('.lr').textContent()).startsWith(`Wins ${(100 * mine.win).toFixed(1)}% of the games instead of ${(100 * plays[0].win).toFixed(1)}%.`), words);
  that(await panel.locator('svg g[pointer-events]').count() === 2, 'arrows are missing');
  that(await panel.locator('.ev i').evaluate(e => e.style.width) === (100 * mine.win).toFixed(1) + '%', 'the chances are missing');
  that(/Pips: you \d+, opponent \d+/.test(await panel.textContent()), 'pips are missing');
});

await test('the engine is asked at the board that goes step by step: who sat at the bottom still does', async () => {
  const replay = page.locator('#replay'), asked = replay.getByRole('button', { name: 'Ask the engine' });
  for (let i = 0; i < 2; i++) {
    await replay.locator('[data-k=f]').click();
    const dark = svg => svg.evaluate(e => e.querySelector('text').getAttribute('transform') !== null || e.querySelector('g').getAttribute('transform') !== null);
    const side = await replay.locator('.positionid').first().textContent();
    await asked.click();
    const flipped = await dark(replay.locator('.live svg'));
    that(flipped === (/^XGID=(?:[^:]*:){3}-1:/.test(side)), `${side}: ${flipped}`);
    that(await replay.locator('.live [data-p]').count() > 0, 'no play can be made');
  }
  const [x, y] = await replay.locator('.live [data-p]').first().evaluate(e => {
    e.scrollIntoView({ block: 'center' });
    const box = e.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await page.mouse.click(x, y);
  await replay.locator('.lm').filter({ hasText: '/' }).waitFor();
  await replay.locator('[data-k=f]').click();
  that(await replay.locator('.live').count() === 0, 'the board of another step is still there');
});

await test('illegal steps are refused, undo takes back', async () => {
  await panel.getByRole('button', { name: 'Undo' }).click();
  await panel.getByRole('button', { name: 'Undo' }).click();
  that(await panel.locator('[data-p="24"]').count() === 0, 'a point without chequers can be tapped');
  that(await panel.locator('.lm').textContent() === 'Tap or drag the chequers that you would move.', 'undo does not lead back');
});

await test('a chequer is dragged', async () => {
  const at = async p => panel.locator('svg').evaluate((svg, p) => {
    const a = globalThis.kibitzerBoard.areaOf(p, false), m = svg.getScreenCTM();
    return [m.e + m.a * (a.x + a.width / 2), m.f + m.d * (p > 12 ? 60 : 430)];
  }, p);
  await panel.locator('svg').scrollIntoViewIfNeeded();
  await page.mouse.move(...await at(13));
  await page.mouse.down();
  await page.mouse.move(...await at(9), { steps: 4 });
  await page.mouse.up();
  await panel.locator('.lv').filter({ hasText: '13/9' }).waitFor();
});

await test('window.kibitzer gives the documents of the command line', async () => {
  const ask = (what, id, options) => page.evaluate(([what, id, options]) => window.kibitzer[what](id, options), [what, id, options]);
  that(same(await ask('hint', ID, { level: '2ply' }), document_('hint')), 'hint differs');
  that(same(await ask('hint', ID, { level: '3ply' }), document_('deeper')), 'hint at 3ply differs');
  that(same(await ask('cube', ID.replace(':31:', ':00:'), { level: '1ply' }), document_('cube')), 'cube differs');
  that(same(await ask('evaluate', ID, { level: '2ply' }), document_('evaluate')), 'evaluate differs');
  that(same(await ask('rollout', ID, { trials: 144 }), document_('rollout')), 'rollout differs');
  that(await page.evaluate(() => window.kibitzer.hint('nonsense').then(() => '', e => e.message)) !== '', 'nonsense is not refused');
});

await test('a rollout runs in rounds, its error shrinks, and it can be stopped', async () => {
  const errors = () => panel.locator('.movetable tr:nth-child(2) td:nth-child(4)').textContent();
  const round = games => panel.locator('th').filter({ hasText: `Games: ${games} of 1296` }).waitFor();
  await panel.getByRole('button', { name: 'Roll out' }).click();
  await round(72);
  const first = +await errors();
  await round(288);
  const later = +await errors();
  that(later > 0 && later < first, `${first}, then ${later}`);
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.locator('.lv').filter({ hasText: 'Stopped' }).waitFor();
});

await test('the cube at another score', async () => {
  await panel.locator('select').last().selectOption('1ply');
  await panel.locator('th').filter({ hasText: ', 1-ply' }).waitFor();
  await panel.getByRole('button', { name: 'Cube at another score' }).click();
  const own = panel.locator('label').filter({ hasText: 'You' }).locator('select');
  await own.selectOption('3');
  await panel.locator('label').filter({ hasText: 'opponent' }).locator('select').selectOption('4');
  const score = document_('cube')[0].scores.find(s => s.away === 3 && s.opponent_away === 4), words = await panel.locator('.verdict').textContent();
  that(words.startsWith(score.verdict + '.') && words.includes(Math.abs(score.double_take).toFixed(3)), words);
});

await test('on from there against the engine', async () => {
  await panel.getByRole('button', { name: 'Play on' }).click();
  await panel.locator('.lm').filter({ hasText: /The engine (rolls|doubles)/ }).waitFor();
  if (await panel.getByRole('button', { name: 'Take' }).isVisible()) await panel.getByRole('button', { name: 'Take' }).click();
  await panel.getByRole('button', { name: 'Roll', exact: true }).click();
  that(await panel.locator('svg [data-p]').count() > 0 || await panel.locator('.lm').textContent() === 'No legal play.', 'there is nothing to move');
});

const verdictOf = async page => {
  await page.locator('.lb button').click();
  await page.locator('.lb .lv').filter({ hasText: /^(All equal|The page|Decisions that differ|This cannot|The engine)/ }).waitFor();
  return page.locator('.lb .lv').textContent();
};

await test('verify computes all decisions again: all equal', async () => {
  const words = await verdictOf(page);
  that(/^All equal: every decision was computed again \(\d{3}\)/.test(words), words);
});

await test('a changed figure, name, style, policy, script and certificate are found', async () => {
  const whole = fs.readFileSync(PAGE, 'utf8'), at = whole.indexOf('id="g2m3"');
  const changes = { figure: [whole.slice(0, at) + whole.slice(at).replace(/(class="moveequity">.\d\.\d)\d/, (all, a) => a + (all.endsWith('7') ? '8' : '7')), /(show|differ).*g2m/],
    name: [whole.replace('<bdi class="p0">Zo', '<bdi class="p0">Zu'), /The page does not show .*head/],
    style: [whole.replace('</head>', '<style>b{}</style></head>'), /around them/],
    policy: [whole.replace("default-src 'none'; ", ''), /around them/],
    comment: [whole.replace('<main>', '<!-- 1.23 --><main>'), /around them/],
    script: [whole.replace(/(<script type="application\/json" id="certificate">\{)/, '<script type="text/plain">1</script>$1'), /around them/],
    behind: [whole.replace('</body>', '<p>PR 1.23</p></body>'), /around them/],
    certificate: [whole.replace(/("data": ".{100})(.)/, (all, a, b) => a + (b === 'x' ? 'y' : 'x')), /^This cannot be verified: a damaged certificate/] };
  for (const [what, [text, expected]] of Object.entries(changes)) {
    that(text !== whole, `${what}: nothing was changed`);
    fs.writeFileSync(`${FOLDER}/${what}.html`, text);
    const changed = await opened(`${FOLDER}/${what}.html`), words = await verdictOf(changed);
    that(expected.test(words), `${what}: ${words}`);
    await changed.context().close();
  }
});

await test('nothing was asked of anybody', async () => {
  that(page.asked.filter(url => !url.startsWith('blob:')).length === 1, `requests: ${page.asked.slice(1, 4)}`);
  that(page.said.length === 0, `the browser says: ${page.said.slice(0, 3)}`);
});

await browser.close();
finish();
