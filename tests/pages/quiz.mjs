// Quizzes that are answered on the page, and what to study on the page of a player.
import { test, that } from './tap.mjs';

const kept = page => page.evaluate(() => JSON.parse(localStorage.getItem('kibitzer-quiz') || '{}'));
const text = (page, selector) => page.locator(selector).first().textContent();

// The questions of a kind, by id: what each answer loses stands in the page.
const questions = page => page.evaluate(() => [...document.querySelectorAll('.question')].map(q => {
  const lines = q.querySelector('.answers').textContent.split('\n').map(l => [l.slice(0, l.lastIndexOf('=')), l.slice(l.lastIndexOf('=') + 1)]);
  const isRest = l => l[0] === 'others' || l[0] === 'about';
  return { id: q.id, answers: lines.slice(3).filter(l => !isRest(l)), others: lines.find(isRest), xgid: lines[1][1], key: lines[0][1] };
}));
const isCube = q => q.answers.some(a => a[0] === 'no double');

// Makes a play on the board: a click on each chequer, with the other die first where that is what it takes.
async function make(page, id, play) {
  for (const word of play.split(' ')) {
    const [, from, steps, times] = /^(\w+)((?:\/\w+\*?)+)(?:\((\d)\))?$/.exec(word);
    const to = steps.replace(/\*/g, '').split('/').pop();
    const last = to === 'off' ? 0 : +to;
    for (let n = +(times || 1); n > 0; n--) {
      let at = from === 'bar' ? 25 : +from;
      while (at > last) {
        const dice = (await text(page, `#${id} .qc .small`)).match(/\d/g).map(Number);
        if (dice[0] > at - last && dice.length === 2 && dice[1] <= at - last) await page.locator(`#${id} button`, { hasText: 'Other die' }).click();
        await page.locator(`#${id} [data-p="${at}"]`).click({ force: true });
        const done = (await text(page, `#${id} .qs`)).split(' ').pop().replace('*', '').split('/')[1];
        at = done === 'off' ? 0 : +done;
      }
    }
  }
}

export async function checkQuiz(using, quiz, left, player) {
  await test('a quiz hides choices and answers until it is answered', () => using(quiz, {}, async page => {
    that(await page.locator('.question').count() > 3, 'there are too few questions for this test');
    that(await page.locator('.choices:visible').count() === 0, 'choices are shown');
    that(await page.locator('.question details:visible').count() === 0, 'an answer can be opened');
    that(/ to go$/.test(await text(page, '.qb p')), await text(page, '.qb p'));
  }));

  await test('without JavaScript a quiz asks as on paper: choices, and an answer that opens', () =>
    using(quiz, { javaScriptEnabled: false }, async page => {
      that(await page.locator('.choices:visible').count() === await page.locator('.question').count(), 'choices are missing');
      await page.locator('.question summary').first().click();
      that(await page.locator('.question details[open]').count() === 1, 'the answer does not open');
      that(await page.locator('.answers:visible').count() === 0, 'what is for the script is shown');
    }));

  await test('the best play, made on the board, loses nothing; another loses what stands in the page; both are kept', () =>
    using(quiz, {}, async page => {
      const plays = (await questions(page)).filter(q => !isCube(q));
      that(plays.length > 1, 'there are too few plays for this test');
      await make(page, plays[0].id, plays[0].answers[0][0]);
      await page.locator(`#${plays[0].id} button`, { hasText: 'Done' }).click();
      that((await text(page, `#${plays[0].id} .qv`)) === `${plays[0].answers[0][0]} is right.`, await text(page, `#${plays[0].id} .qv`));
      that(await page.locator(`#${plays[0].id} details[open]`).count() === 1, 'the answer is not shown');
      that(await page.locator(`#${plays[0].id} details .board .z, #${plays[0].id} details .board path`).count() > 0, 'the answer has no board');
      const [wrong, lost] = plays[1].answers.find(a => parseFloat(a[1]) < -0.02);
      await make(page, plays[1].id, wrong);
      await page.locator(`#${plays[1].id} button`, { hasText: 'Done' }).click();
      const said = await text(page, `#${plays[1].id} .qv`), loss = Math.abs(parseFloat(lost)).toFixed(3);
      that(said.startsWith(`${wrong} loses `) && said.includes(`\u2212${loss}`), said);
      that((await text(page, '.qb p')).startsWith(`2 answered, lost ${loss} `), await text(page, '.qb p'));
      const all = await kept(page);
      that(all[plays[0].key].b === 1 && all[plays[1].key].b === 0, JSON.stringify(all));
      that(all[plays[0].key].d > Date.now() + 23 * 3600e3, 'what was right comes again at once');
      await page.locator('.qb button', { hasText: 'Ask again what was missed (1)' }).click();
      that(await page.locator(`#${plays[1].id} details:visible`).count() === 0, 'what was missed is not asked again');
      that(await page.locator(`#${plays[0].id} details:visible`).count() === 1, 'what was right is asked again');
      await page.reload();
      that(await page.locator(`#${plays[0].id}`).isHidden(), 'what was right is asked again after a reload');
      await page.locator('.qb button', { hasText: 'not due' }).click();
      that(await page.locator(`#${plays[0].id}`).isVisible(), 'it cannot be asked for');
      await page.locator('.qb button', { hasText: 'Forget' }).click();
      that(Object.keys(await kept(page)).length === 0, 'answers are kept');
    }));

  await test('whatever legal play is made, the page says what it loses', () => using(quiz, {}, async page => {
    const asked = (await questions(page)).filter(q => !isCube(q) && q.others);
    that(asked.length > 0, 'no question has plays beyond those of the record');
    let beyond = 0;
    for (const q of asked) {
      for (const last of [true, false]) {
        if (last === false) await page.locator('.qb button', { hasText: 'Forget' }).click();
        for (let i = 0; i < 4; i++) {
          const points = page.locator(`#${q.id} [data-p]`);
          if (await points.count() === 0) break;
          await (last ? points.last() : points.first()).click({ force: true });
        }
        await page.locator(`#${q.id} button`, { hasText: 'Done' }).click();
        const said = await text(page, `#${q.id} .qv`);
        that(/ is right\.$| is as good as .* \((about )?\u22120\.0[01]\d\)\.$| loses (about )?\u2212\d+\.\d{3}\. Best is /.test(said), said);
        const lost = (/\u2212([\d.]+)\. Best/.exec(said) || [0, 0])[1], [kind, words] = q.others;
        if (lost > 0 && !q.answers.some(a => Math.abs(-a[1] - lost) < 0.0006)) {
          that(new RegExp(`[a-z]${Math.round(lost * 1000)}([A-Z]|$)`).test(words), `${lost} is no loss in ${words}`);
          that(said.includes('about') === (kind === 'about'), said);
          beyond++;
        }
      }
    }
    that(beyond > 0, 'all plays made were among the best: none of the others was judged');
  }));

  await test('only legal plays can be made, undo takes them back, and Done waits for a whole play', () => using(quiz, {}, async page => {
    const { id } = (await questions(page)).find(q => !isCube(q));
    const paths = () => page.locator(`#${id} .qp`).innerHTML(), before = await paths();
    that(await page.locator(`#${id} button`, { hasText: 'Done' }).isDisabled(), 'Done is open at once');
    await page.locator(`#${id} [data-p]`).first().click({ force: true });
    that(await paths() !== before, 'the board stays');
    await page.locator(`#${id} button`, { hasText: 'Undo' }).click();
    that(await paths() === before, 'undo leaves something');
    for (let i = 0; i < 4 && await page.locator(`#${id} [data-p]`).count() > 0; i++) await page.locator(`#${id} [data-p]`).last().click({ force: true });
    that(await page.locator(`#${id} button`, { hasText: 'Done' }).isEnabled(), 'Done stays closed after a whole play');
  }));

  await test('a cube is answered by buttons and keys, "too good" among them', () => using(quiz, {}, async page => {
    const cube = (await questions(page)).find(isCube);
    that(cube !== undefined, 'there is no cube question in this quiz');
    const buttons = await page.locator(`#${cube.id} .qc button`).allTextContents();
    const value = Object.fromEntries(cube.answers.map(([k, v]) => [k, +v]));
    const answers = cube.xgid.split(':')[4] === 'D';
    that(answers ? buttons.length === 2 : buttons.length === 4 && buttons[3].includes('Too good'), String(buttons));
    const doubles = Math.min(value.take, value.pass) > value['no double'], takes = value.pass > value.take;
    const right = answers ? (takes ? 1 : 2) : doubles ? (takes ? 2 : 3) : takes ? 1 : 4;
    await page.locator(`#${cube.id}`).focus();
    await page.keyboard.press(String(right));
    that((await text(page, `#${cube.id} .qv`)).endsWith('is right.'), await text(page, `#${cube.id} .qv`));
    await page.locator('.qb button', { hasText: 'Forget' }).click();
    await page.locator(`#${cube.id}`).focus();
    await page.keyboard.press(String(right % buttons.length + 1));
    that(/\u2212\d\.\d{3}/.test(await text(page, `#${cube.id} .qv`)), 'a wrong answer loses nothing');
  }));

  await test('places to click on lie where the chequers are, the homes on the right or on the left', async () => {
    for (const name of [quiz, left])
      await using(name, {}, async page => {
        const wrong = await page.evaluate(() => [...document.querySelectorAll('.question .qh rect')].filter(r => {
          const svg = r.closest('svg'), box = r.getBoundingClientRect(), unit = svg.getBoundingClientRect().width / 644;
          const p = +r.dataset.p, left = document.body.classList.contains('left');
          const column = p > 12 ? p - 13 : 12 - p, x = p === 25 ? 322 : 80 + 40 * (column > 5 ? column + 1.1 : column);
          const middle = (box.left + box.width / 2 - svg.getBoundingClientRect().left) / unit;
          return Math.abs(middle - (left ? 644 - x : x)) > 2 ||
            ![...svg.querySelectorAll('.qp path')].some(c => Math.abs((x => left ? 644 - x : x)(x) - (80 + 40 * +/M(-?[\d.]+)/.exec(c.getAttribute('d'))[1])) < 5);
        }).map(r => r.dataset.p));
        that(wrong.length === 0 && await page.locator('.qh rect').count() > 5, `${name}: points ${wrong}`);
      });
  });

  await test('a quiz can be played by keys alone', () => using(quiz, {}, async page => {
    const { id } = (await questions(page)).find(q => !isCube(q));
    await page.locator(`#${id} [data-p]`).first().focus();
    for (let i = 0; i < 4 && await page.locator(`#${id} [data-p]`).count() > 0; i++) await page.keyboard.press('Enter');
    await page.keyboard.press('d');
    that(await page.locator(`#${id} details[open]`).count() === 1, 'it is not answered');
    await page.keyboard.press('n');
    that(await page.evaluate(() => document.activeElement.className) === 'question', 'n does not lead on');
  }));

  await test("the page of a player says what to study, and leads to a quiz of such positions", () => using(player, {}, async page => {
    that(await text(page, '#study h2') === 'What to study', 'no heading');
    that(await page.locator('#study section').count() > 0, 'no leak: the matches were chosen so that there is one');
    that(await page.locator('#study section:not(:has(.board))').count() === 0, 'a leak has no board');
    that(await page.locator('#study section .board').count() <= 3 * await page.locator('#study section').count(), 'a leak has more than three');
    const [, low] = /95% certainty ([\d.]+) to/.exec(await text(page, '#study section p')) || [];
    that(+low > 0, `the range begins at ${low}`);
    await page.locator('#study a', { hasText: 'Quiz' }).click();
    await page.locator('.question .qz').first().waitFor({ state: 'attached' }); // the click may be over before the page is there
    that(await page.locator('.question .qz').count() > 0, 'the quiz asks nothing');
  }));
}
