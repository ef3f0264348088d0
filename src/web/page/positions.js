/* The view of positions: an ID or a board set up by hand; plays, cube, all scores, a rollout. */
import {askAll, Broken, Cancelled, Engine} from './engine.js';
import {complaints} from './collection.js';
import {$, download, element, input, keepSetting} from './dom.js';
import {answered, answers, hereBecause, isChosen, Refused} from './remote.js';
import {board, draw, empty, fromXgid, start, tap, toXgid} from './setup.js';
import {explained} from './terms.js';
import {mark, percent, say} from './words.js';

/** @typedef {import('./setup.js').Position} Position */
/** @typedef {import('./engine.js').Ask} Ask */

const TRIALS = [36, 144, 324, 648, 972, 1296], TRIALS_THERE = [36, 324, 1296]; // a service begins again each time
const CUBES = [1, 2, 4, 8, 16, 32, 64];

export class Positions {
    /** @param {import('./engine.js').Tables} tables */
    constructor(tables) {
        this.tables = tables;
        /** @type {Position} */
        this.position = start();
        /** @type {Promise<Engine> | undefined} */
        this.engine = undefined;
        /** @type {Promise<Engine[]> | undefined} */
        this.helpers = undefined; // of rollouts
        /** @type {(() => void) | undefined} */
        this.withdraw = undefined; // what the service is asked
        this.asked = 0;
        this.part = [0, 1]; // of what was asked for, the question that is answered: where it begins, its share
        /** @type {any[]} */
        this.plays = []; // the answer
        this.#listen();
        this.draw();
    }

    /** @param {number} fraction */
    #progress(fraction) {
        $('stop').textContent = say('«Computing: {0} – stop»', percent(fraction));
    }

    /** An answer of the service, or of the worker that positions have. @param {Ask} ask @param {Engine[]} helpers @param {boolean} own may the next question overtake it? */
    async ask(ask, helpers = [], own = false) {
        const onFraction = (/** @type {number} */ fraction) => this.#progress(this.part[0] + fraction * this.part[1]);
        const there = answers(ask) && await this.#there(ask, onFraction, own);
        if (there)
            return there;
        this.engine ??= this.#open();
        try {
            return await askAll([await this.engine, ...helpers], ask, ({fraction}) => onFraction(fraction));
        } catch (e) {
            if (e instanceof Broken || e instanceof Cancelled)
                this.engine = undefined;
            throw e;
        }
    }

    /** Of the service; null: it refuses. @param {Ask} ask @param {(fraction: number) => void} onFraction @param {boolean} own */
    async #there(ask, onFraction, own) {
        const task = answered(ask, onFraction);
        if (own)
            this.withdraw = task.cancel;
        $('state').textContent = '';
        try {
            return await task.answer;
        } catch (e) {
            if (!(e instanceof Refused))
                throw e;
            $('state').textContent = e.said && hereBecause(e);
            return null;
        }
    }

    /** What another question has overtaken changes nothing. @param {Ask} ask @param {Engine[]} helpers */
    async #own(ask, helpers = []) {
        const mine = this.asked, answer = await this.ask(ask, helpers, true);
        if (mine !== this.asked)
            throw new Cancelled('another question came');
        return answer;
    }

    #open() {
        return Engine.open(this.tables).then(o => o.engine);
    }

    /** Workers beside that of positions; where there is no memory for more, none. */
    #helpers() {
        const more = matchMedia('(pointer: coarse)').matches ? 0 : Math.min(4, navigator.hardwareConcurrency || 1) - 1;
        this.helpers ??= Promise.all(Array.from({length: more}, () => this.#open())).catch(() => []);
        return this.helpers.then(all => all.filter(e => !e.ended));
    }

    #listen() {
        for (const c of CUBES)
            $('cube-value').append(element('option', {value: c}, String(c)));
        $('position-level').append(...[...$('level').children].map(o => o.cloneNode(true)));
        keepSetting('position-level');
        $('ask-id').addEventListener('submit', e => {
            e.preventDefault();
            this.show(input('position-id').value);
        });
        for (const id of ['dice', 'cube-value', 'cube-owner', 'length', 'score', 'opponent-score', 'crawford'])
            $(id).addEventListener('change', () => this.#change(this.#fromFields()));
        document.querySelectorAll('input[name=tap]').forEach(e => e.addEventListener('change', () => this.draw()));
        $('start').addEventListener('click', () => this.#change(start()));
        $('empty').addEventListener('click', () => this.#change(empty()));
        $('hint').addEventListener('click', () => this.#answer(() => this.#hint()));
        $('all-scores').addEventListener('click', () => this.#answer(() => this.#allScores()));
        $('play-scores').addEventListener('click', () => this.#answer(() => this.#playScores()));
        $('roll-out').addEventListener('click', () => this.#answer(() => this.#rollOut()));
        $('stop').addEventListener('click', () => this.#stop());
        $('as-svg').addEventListener('click', () => this.#answer(() => this.#picture('svg')));
        $('as-png').addEventListener('click', () => this.#answer(() => this.#picture('png')));
        $('copy-link').addEventListener('click', () => this.#answer(() => this.#link()));
    }

    /** @returns {Position} */
    #fromFields() {
        const typed = input('dice').value.trim().toUpperCase(), length = Number(input('length').value);
        const rules = length > 0 ? Number(input('crawford').checked) : this.position.length > 0 ? 0 : this.position.rules;
        return {...this.position, dice: /^[1-6]{2}$/.test(typed) ? [...typed].map(Number) : [], offered: /^[DBR]$/.test(typed) ? typed : '', length, rules,
            cube: Number(input('cube-value').value), owner: input('cube-owner').value, score: ['opponent-score', 'score'].map(id => Number(input(id).value))};
    }

    /** @param {Position} position */
    #change(position) {
        this.position = position;
        this.plays = [];
        this.draw();
        $('answer').replaceChildren();
        $('tried').replaceChildren();
        history.replaceState(null, '', '#' + toXgid(position));
    }

    draw() {
        const p = this.position, svg = /** @type {SVGElement & HTMLElement} */ (/** @type {unknown} */ ($('board'))), focused = document.activeElement?.getAttribute('data-point');
        svg.onpointerdown = svg.onpointerup = svg.onkeydown = null;
        svg.style.touchAction = '';
        const side = () => Number(/** @type {HTMLInputElement} */ (document.querySelector('input[name=tap]:checked')).value);
        if (input('try').checked && p.dice.length > 0)
            board.playable(svg, p, {changed: play => this.#tried(play)});
        else
            draw(svg, p, at => this.#change(tap(this.position, at, side())));
        if (focused)
            /** @type {SVGElement | null} */ (svg.querySelector(`[data-point="${focused}"]`))?.focus();
        $('pips').textContent = say('«Pips: you {0}, opponent {1}»', board.pips(p.b, true), board.pips(p.b, false));
        input('try').disabled = input('play-scores').disabled = p.dice.length === 0;
        input('position-id').value = toXgid(p);
        input('dice').value = p.offered || p.dice.join('');
        for (const [id, value] of Object.entries({'cube-value': p.cube, 'cube-owner': p.owner, length: p.length, score: p.score[1], 'opponent-score': p.score[0]}))
            input(id).value = String(value);
        input('crawford').checked = p.length > 0 && p.rules === 1;
    }

    /** A play that is made on the board: what it comes to, once it is whole. @param {any} play */
    async #tried(play) {
        if (play.steps.length === 0 || !play.done())
            return;
        const after = play.b.join();
        if (this.plays.length === 0)
            await this.#answer(() => this.#hint());
        const mine = this.plays.find(p => board.played(this.position.b, p.play).join() === after);
        if (mine)
            this.#judge(mine);
    }

    /** Its arrows beside the best play's, the chances and the reason. @param {any} mine */
    #judge(mine) {
        const best = this.plays[0], lost = best.equity - mine.equity, shown = $('board').querySelectorAll('g[pointer-events]');
        shown.forEach(g => g.remove());
        if (mine !== best)
            board.arrows($('board'), this.position, mine.play, 'bad');
        board.arrows($('board'), this.position, best.play, 'good');
        const words = mine === best ? say('«{0} is right.»', mine.play) : say('«{0} loses {1}. Best is {2}.»', mine.play, mark(lost.toFixed(3)), best.play);
        $('tried').replaceChildren(element('p', {}, element('strong', {}, words), ' ', mine === best ? '' : board.reasonOf(best, mine)), board.chancesBar(mine));
        $('answer').querySelectorAll('tbody tr').forEach((row, i) => row.classList.toggle('tried', this.plays[i] === mine && mine !== best));
        $('stage').scrollIntoView({block: 'nearest'});
    }

    /** Any ID; then its plays or its cube. @param {string} text */
    show(text) {
        return this.#answer(async () => {
            let position = fromXgid(text);
            if (!position) {
                const options = {to: 'xgid'}, files = [{name: 'position.txt', bytes: new TextEncoder().encode(text.trim() + '\n')}];
                const answer = await this.#own({ask: 'run', command: 'convert', options, inputs: ['position.txt'], files});
                position = fromXgid(new TextDecoder().decode(answer.output).split('\n')[0]);
                if (!position)
                    throw new Error(complaints(answer).join('\n') || say('«This is not an XGID, Position ID or OGID.»'));
            }
            this.#change(position);
            await this.#hint();
        });
    }

    /** @param {() => Promise<void>} body */
    async #answer(body) {
        this.withdraw?.(); // what nobody waits for any more
        const mine = ++this.asked, slow = setTimeout(() => { $('stop').hidden = false; }, 300);
        this.part = [0, 1];
        this.#progress(0);
        try {
            await body();
        } catch (e) {
            if (mine === this.asked)
                $('answer').replaceChildren(element('p', {class: e instanceof Cancelled ? 'note' : 'wrong'},
                    e instanceof Cancelled ? say('«Stopped.»') : String(e instanceof Error ? e.message : e)));
        } finally {
            clearTimeout(slow);
            if (mine === this.asked)
                $('stop').hidden = true;
        }
    }

    async #stop() {
        this.withdraw?.();
        const all = [await this.engine, ...await this.helpers ?? []];
        all.forEach(e => e?.close());
        this.engine = this.helpers = undefined;
    }

    /** @param {string} ask @param {Record<string, any>} options */
    async #document(ask, options) {
        const answer = await this.#own({ask, position: toXgid(this.position), options});
        if (!answer.document || answer.code !== 0)
            throw new Error(complaints(answer).join('\n') || say('«There is no answer to this position.»'));
        return answer.document;
    }

    /** With its terms below it. @param {HTMLElement} answer */
    #put(answer) {
        const read = async () => {
            const said = await this.ask({ask: 'run', command: 'glossary', options: {json: true}}, []);
            return JSON.parse(new TextDecoder().decode(said.output)).terms;
        };
        const words = [...answer.querySelectorAll('th, td, p, caption')].map(e => e.textContent).join(' ');
        $('answer').replaceChildren(answer, explained(words, read));
    }

    async #hint() {
        this.draw();
        const [hint] = await this.#document('hint', {level: input('position-level').value});
        this.plays = hint.plays ?? [];
        this.#put(hint.plays ? plays(hint.plays, p => {
            this.draw();
            this.#judge(p);
        }) : cubeTable(hint));
    }

    /** The map that a command draws. @param {string} command @param {string} position @param {Record<string, any>} options */
    async #map(command, position, options) {
        const answer = await this.#own({ask: 'run', command, inputs: [position], options: {level: input('position-level').value, output: 'map.svg', ...options}});
        if (answer.code !== 0 || answer.files.length === 0)
            throw new Error(complaints(answer).join('\n'));
        return new TextDecoder().decode(answer.files[0].bytes);
    }

    /** @param {string} svg @param {string} words @param {string} alt */
    #showMap(svg, words, alt) {
        const picture = new Blob([svg], {type: 'image/svg+xml'});
        $('answer').replaceChildren(element('p', {}, words), element('img', {src: URL.createObjectURL(picture), alt}));
    }

    async #allScores() {
        const svg = await this.#map('cube', toXgid({...this.position, dice: [], offered: ''}), {});
        this.#showMap(svg, this.position.length === 0 ? say('«For money: the line below the map.»') : say('«In the frame, this score.»'), say('«The verdict on the cube at every score to 15 away»'));
    }

    async #playScores() {
        const svg = await this.#map('hint', toXgid(this.position), {scores: true});
        this.#showMap(svg, say('«A letter for the best play at each score; in the frame, this score.»'), say('«The best play at every score to 7 away, whoever owns the cube»'));
    }

    /* In steps, each going on from the trials of the one before: the error runs down before one's eyes. */
    async #rollOut() {
        if (isChosen())
            return this.#rollOutThere();
        const position = toXgid(this.position), mine = this.asked;
        /** @type {import('./engine.js').GivenFile[]} */
        let state = [];
        let done = 0;
        for (const trials of TRIALS) {
            this.part = [done / TRIALS[TRIALS.length - 1], (trials - done) / TRIALS[TRIALS.length - 1]];
            const answer = await this.#own({ask: 'run', command: 'rollout', inputs: [position], files: state, options: {json: true, trials, state: 'state', ...this.#within()}}, await this.#helpers());
            if (answer.code !== 0)
                throw new Error(complaints(answer).join('\n'));
            if (mine !== this.asked)
                return;
            done = trials;
            state = answer.files.filter(f => f.name === 'state');
            this.#put(rolledOut(JSON.parse(new TextDecoder().decode(answer.output))));
        }
    }

    async #rollOutThere() {
        let done = 0;
        for (const trials of TRIALS_THERE) {
            this.part = [done / TRIALS_THERE[TRIALS_THERE.length - 1], (trials - done) / TRIALS_THERE[TRIALS_THERE.length - 1]];
            this.#put(rolledOut(await this.#document('rollout', {trials, ...this.#within()})));
            done = trials;
        }
    }

    /** Which plays are rolled out. */
    #within() {
        return this.position.dice.length ? {plays: 3, within: 10} : {};
    }

    /** @param {string} format */
    async #picture(format) {
        const answer = await this.#own({ask: 'run', command: 'board', inputs: [toXgid(this.position)], options: {output: 'board.' + format}});
        if (answer.code !== 0)
            throw new Error(complaints(answer).join('\n'));
        download(new Blob([/** @type {BlobPart} */ (answer.files[0].bytes)]), 'board.' + format);
    }

    async #link() {
        const link = new URL('#' + toXgid(this.position), document.baseURI).href;
        await navigator.clipboard.writeText(link);
        $('answer').replaceChildren(element('p', {class: 'note'}, say('«Copied: {0}»', link)));
    }
}

const signed = (/** @type {number | null} */ x) => x === null ? '–' : (x < 0 ? '−' : '+') + mark(Math.abs(x).toFixed(3));
const one = (/** @type {number} */ x) => mark((100 * x).toFixed(1));

/** @param {string[]} heads @param {(string | number)[][]} rows @param {string} caption */
function table(heads, rows, caption) {
    const head = element('tr', {}, ...heads.map(h => element('th', {scope: 'col'}, h)));
    const body = rows.map((row, i) => element('tr', i === 0 ? {class: 'best'} : {}, ...row.map(c => element('td', {}, String(c)))));
    return element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body));
}

/** @param {any} p */
const chances = p => [p.win, p.win_g, p.win_bg, p.lose_g, p.lose_bg].map(one);
const chanceHeads = () => ['«Win %»', '«G %»', '«BG %»', '«Lose G %»', '«Lose BG %»'].map(h => say(h));

/** @param {any[]} all @param {(play: any) => void} onChoose */
function plays(all, onChoose) {
    if (all.length === 0)
        return element('p', {}, say('«No legal play.»'));
    const answer = table([say('«Play»'), say('«Equity»'), say('«Loses»'), ...chanceHeads()], all.slice(0, 10).map((p, i) =>
        [p.play, signed(p.equity), i ? mark((all[0].equity - p.equity).toFixed(3)) : '', ...chances(p)]), say('«Plays: {0}. Tap one to see it on the board.»', all.length));
    answer.querySelectorAll('tbody tr').forEach((row, i) => {
        row.setAttribute('tabindex', '0');
        row.addEventListener('click', () => onChoose(all[i]));
        row.addEventListener('keydown', e => /** @type {KeyboardEvent} */ (e).key === 'Enter' && onChoose(all[i]));
    });
    return answer;
}

/** @param {any} c */
function cubeTable(c) {
    if (c.answer)
        return element('p', {}, element('strong', {}, say('«Right answer: {0}. Take {1}, pass {2}.»', say(c.answer), signed(c.take.equity), signed(c.pass.equity))));
    const doubled = Math.min(c.double_take, c.double_pass); // a wrong answer is the opponent's loss
    const row = (/** @type {string} */ label, /** @type {string} */ key) => {
        const wrong = key !== 'no_double' && c[key] > doubled, mwc = c[key + '_mwc'];
        const loss = key === 'no_double' ? doubled - c[key] : wrong ? c[key] - doubled : c.no_double - c[key];
        return [label, signed(c[key]), loss > 0 ? say(wrong ? '«opponent {0}»' : '{0}', mark(loss.toFixed(3))) : '', mwc == null ? '' : say('«{0}%»', mark((100 * mwc).toFixed(2)))];
    };
    const rows = [row(say('«no double»'), 'no_double'), row(say('«double, take»'), 'double_take'), row(say('«double, pass»'), 'double_pass')];
    return element('div', {}, element('p', {}, element('strong', {}, say(c.verdict)), ' · ' + say('«wins {0}, gammons {1}; loses {2}, gammons {3}»', ...[c.win, c.win_g, 1 - c.win, c.lose_g].map(board.percent))),
        table(['', say('«Equity»'), say('«Loss»'), say('«MWC»')], rows, say('«Cubeful equities»')));
}

/** @param {any} rollout */
function rolledOut({results}) {
    const rows = results.map((/** @type {any} */ r, /** @type {number} */ i) =>
        [board.actionOf(r), signed(r.equity), r.standard_error ? mark(r.standard_error.toFixed(4)) : '–', i ? mark((results[0].equity - r.equity).toFixed(3)) : '', ...chances(r)]);
    return element('div', {}, element('p', {}, element('strong', {}, board.closeness(results))),
        table(['', say('«Equity»'), '±', say('«Loses»'), ...chanceHeads()], rows, say('«Rolled out, {0} games each; ± is the standard error, in the sentence 95%»', results[0].trials)));
}
