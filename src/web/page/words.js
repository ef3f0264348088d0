/* The reader's language: words of ours in it, by the catalogue that the program has too (tools/po/words.sh), which comes
 * when it is needed. */
import './board.js';
import {input, keep, setting} from './dom.js';

/** @type {{say: (words: string, ...holes: any[]) => string, mark: (figure: string) => string, percent: (x: number) => string}} */
const board = Reflect.get(globalThis, 'kibitzerBoard');
/** Words in the reader's language, {0} and so on filled. Marks around them are for tools/po/pot.sh. */
export const {say, mark} = board;
/** @param {number} x */
export const percent = x => say('«{0}%»', Math.round(100 * x));

const NUMBERS = 2 ** 44, HALF = 2 ** 22, CONTEXTS = /** @type {Record<string, string>} */ ({'#': 'decimal mark\u0004.', '{0}%': 'figure in per cent\u0004{0}%'});
const READ_OUT = ['aria-label', 'title', 'alt'];
const LANGUAGES = (document.documentElement.dataset.languages ?? '').split(' ').filter(code => /^[a-z]+$/.test(code));

/** @type {Map<string, string>} */
let translated = new Map();
export let language = 'en';
/** The catalogue as it came, for workers; null: English. @type {Uint8Array | null} */
export let catalogue = null;
/** What messages alone say, for workers. @type {Promise<Uint8Array>} */
export let messages = Promise.resolve(new Uint8Array());

/** What stands for a text in the catalogue's records. @param {string} text */
function numberOf(text) {
    const n = new TextEncoder().encode(text).reduce((sum, byte) => (sum * 257 + byte) % NUMBERS, 0);
    return [Math.floor(n / HALF), n % HALF].map(half => half.toString(16).padStart(6, '0')).join('');
}

/** @param {string} id */
function wordsFor(id) {
    return translated.get(numberOf(CONTEXTS[id] ?? id)) ?? (id === '#' ? '.' : id);
}

Reflect.set(globalThis, 'kibitzerWords', (/** @type {string} */ text) => text.includes('\u00ab') ? text.replace(/\u00ab([^\u00bb]*)\u00bb/g, (_, id) => wordsFor(id)) : wordsFor(text));

/* What was asked for in the address or chosen before, or what the browser's own is. */
function wanted() {
    const list = [new URLSearchParams(location.search).get('lang'), setting('language'), ...navigator.languages].map(code => (code ?? '').toLowerCase().split('-')[0]);
    return list.find(code => code === 'en' || LANGUAGES.includes(code)) ?? 'en';
}

/** The texts of the page's own elements. @param {Element} e */
function translate(e) {
    if (e.getAttribute('translate') === 'no' || ['SCRIPT', 'NOSCRIPT'].includes(e.tagName))
        return;
    for (const name of READ_OUT)
        if (e.getAttribute(name))
            e.setAttribute(name, say(e.getAttribute(name) ?? ''));
    for (const node of e.childNodes)
        if (node instanceof Element)
            translate(node);
        else if (node instanceof Text && node.data.trim() !== '')
            node.data = node.data.replace(/\S[^]*\S|\S/, words => say(words.replace(/\s+/g, ' ')));
}

/** Each by its own name. @param {() => boolean} mayLeave */
function showLanguages(mayLeave) {
    const choice = input('language');
    for (const code of ['en', ...LANGUAGES]) {
        const name = new Intl.DisplayNames([code], {type: 'language'}).of(code) ?? code;
        choice.append(new Option(name.charAt(0).toUpperCase() + name.slice(1), code, false, code === language));
    }
    choice.addEventListener('change', () => {
        if (!mayLeave()) {
            choice.value = language;
            return;
        }
        keep('language', choice.value);
        const address = new URL(location.href);
        address.searchParams.set('lang', choice.value);
        location.href = address.href;
    });
}

/** Nothing where it cannot be had. @param {string} name */
async function fetched(name) {
    const response = await fetch(new URL('share/kibitzer/' + name, document.baseURI)).catch(() => null);
    return new Uint8Array(response?.ok ? await response.arrayBuffer() : new ArrayBuffer(0));
}

/** Before anything is shown; without the catalogue the page is English. @param {() => boolean} mayLeave may the page be loaded again, in another language? */
export async function openWords(mayLeave) {
    const code = wanted();
    const bytes = code === 'en' ? null : await fetched(code + '.words');
    if (bytes?.length) {
        catalogue = bytes;
        messages = fetched(code + '.messages');
        language = code;
        translated = new Map(new TextDecoder().decode(catalogue).split('\u0002').map(record => [record.slice(0, 12), record.slice(12).split('\0')[0]]));
    }
    document.documentElement.lang = language;
    translate(document.documentElement);
    showLanguages(mayLeave);
}
