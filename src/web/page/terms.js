/* What the terms of an answer mean: a list below it, from the program's own glossary. */

import {element} from './dom.js';
import {say} from './words.js';

/** @typedef {{term: string, meaning: string, forms: string[]}} Term */

/* By the rule of the program's table: words of their own, with an s behind them or without. */
const pattern = (/** @type {string} */ form) => new RegExp('(^|[^A-Za-z0-9])'
    + form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/^[a-z]/, c => `[${c}${c.toUpperCase()}]`)
    + (/\w$/.test(form) ? 's?(?![A-Za-z0-9])' : ''));

/** @param {Term[]} all @param {string} words */
export const termsIn = (all, words) => all.filter(({term, forms}) => [term, ...forms].some(f => pattern(f).test(words)));

/** A fold with the terms of `words`, which are read when it is opened. @param {string} words @param {() => Promise<Term[]>} read */
export function explained(words, read) {
    const list = element('dl', {}), fold = element('details', {}, element('summary', {}, say('«What the words mean»')), list);
    fold.addEventListener('toggle', async () => {
        if (list.firstChild)
            return;
        const found = termsIn(await read(), words);
        list.replaceChildren(...found.flatMap(t => [element('dt', {}, t.term), element('dd', {}, t.meaning)]));
    });
    return fold;
}
