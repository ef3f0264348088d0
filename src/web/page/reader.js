/* Reports in the page: where they are shown, and what they can be saved as. */
import {$, decoded, download, input} from './dom.js';
import {complaints} from './collection.js';
import {Missing, NEEDS} from './optional.js';
import {hasReport, reportAddress, sourceOf} from './store.js';
import {say} from './words.js';
import {zip} from './zip.js';

const addressOf = (/** @type {string} */ page) => '#report/' + encodeURIComponent(page);

export class Reader {
    /** @param {import('./collection.js').Collection} collection @param {(text: string) => void} say */
    constructor(collection, say) {
        this.collection = collection;
        this.say = say;
        this.page = '';
        this.frame = /** @type {HTMLIFrameElement} */ ($('page'));
        this.frame.addEventListener('load', () => this.#loaded());
        $('close').addEventListener('click', () => this.close());
        $('save').addEventListener('change', () => this.#save());
    }

    /** In place of the rest, until its reader goes back. @param {string} page */
    async open(page) {
        history.pushState(null, '', addressOf(page));
        await this.show(page);
    }

    /** '': no report. @param {string} page */
    async show(page) {
        const kept = page !== '' && await hasReport(page);
        if (page !== '' && !kept)
            this.say(say('«This report is not kept here.»'));
        $('reader').hidden = !kept;
        document.body.classList.toggle('reading', kept);
        if (kept) {
            this.frame.contentWindow?.location.replace(reportAddress(page));
            this.frame.focus({preventScroll: true});
        } else {
            this.page = '';
            this.frame.contentWindow?.location.replace('about:blank');
        }
    }

    /** The page that is shown was written again: the index, or any. */
    refresh(any = false) {
        if (!$('reader').hidden && (any || this.page === 'index.html'))
            this.frame.contentWindow?.location.reload();
    }

    close() {
        history.pushState(null, '', '#matches');
        return this.show('');
    }

    #loaded() {
        const where = this.frame.contentWindow?.location;
        if (!where || !where.pathname.includes('/reports/'))
            return;
        this.page = decoded(where.pathname.slice(where.pathname.indexOf('/reports/') + 9));
        history.replaceState(null, '', addressOf(this.page));
        const title = this.frame.contentDocument?.title || this.page;
        $('reader-title').textContent = this.frame.title = title;
        /** @type {HTMLAnchorElement} */ ($('own-tab')).href = where.href;
        $('save-label').hidden = /^(players\/|index(-\d+)?\.html$)/.test(this.page);
        for (const option of input('save').querySelectorAll('option'))
            option.disabled = this.page.startsWith('_') && !['', 'html'].includes(option.value);
    }

    async #save() {
        const format = input('save').value;
        input('save').value = '';
        try {
            await this.saveAs(this.page, format);
        } catch (e) {
            this.say(String(e instanceof Error ? e.message : e));
        }
    }

    /** The answer to a report of the page's match in another format. @param {string} page @param {string} format @returns {Promise<import('./engine.js').Answer>} */
    async #written(page, format, needs = NEEDS[format] ?? []) {
        const kept = await sourceOf(page), options = {...format === 'live' ? {report: 'html', live: true} : {report: format}, out: 'saved'};
        try {
            if (!kept)
                return await this.collection.run({command: 'report', options, inputs: [page], needs});
            const {name, modified} = kept.source, files = [{name, bytes: kept.bytes, modified}];
            return await this.collection.run({command: 'analyze', options: {...kept.source.options, ...options}, inputs: [name], files, needs});
        } catch (e) {
            if (!(e instanceof Missing) || format === 'live')
                throw e;
            const answer = await this.#written(page, format, []);
            this.say(say('«Without its fonts, in Western European letters alone and pictures without words: {0}»', e.message));
            return answer;
        }
    }

    /** One file of a report, or several (pictures, one for each error) as an archive. @param {string} page @param {string} format */
    async saveAs(page, format) {
        const base = page.replace(/\.html$/, ''), name = base.replaceAll('/', '-');
        if (format === 'html')
            return download(await (await fetch(reportAddress(page))).blob(), name + '.html');
        const answer = await this.#written(page, format), own = (/** @type {string} */ n) => n.slice(`saved/${base}`.length);
        const files = answer.files.filter(f => f.name.startsWith(`saved/${base}`) && /^(_g\d+[a-z]\d+\w*)?\.[a-z.]+$/.test(own(f.name)));
        if (files.length === 0)
            throw new Error(complaints(answer).join('\n') || say('«There is nothing to save in this format.»'));
        if (files.length > 1)
            return download(zip(files.map(f => ({name: name + own(f.name), bytes: f.bytes}))), `${name}-${format}.zip`);
        download(new Blob([/** @type {BlobPart} */ (files[0].bytes)]), name + (format === 'live' ? '-live' : '') + own(files[0].name));
    }
}
