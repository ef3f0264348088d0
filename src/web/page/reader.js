/* Reports in the page: where they are shown, and what they can be saved as. */
import {$, download, input} from './dom.js';
import {complaints} from './collection.js';
import {reportAddress, sourceOf} from './store.js';

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

    /** @param {string} page */
    async open(page) {
        $('reader').hidden = false;
        this.frame.src = reportAddress(page);
        $('reader').scrollIntoView({behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'});
        this.frame.focus({preventScroll: true});
    }

    /** The page that is shown is written again. */
    refresh() {
        if (!$('reader').hidden && this.page === 'index.html')
            this.frame.contentWindow?.location.reload();
    }

    close() {
        $('reader').hidden = true;
        this.frame.removeAttribute('src');
    }

    #loaded() {
        const where = this.frame.contentWindow?.location;
        if (!where || !where.pathname.includes('/reports/'))
            return;
        this.page = decodeURIComponent(where.pathname.slice(where.pathname.indexOf('/reports/') + 9));
        const title = this.frame.contentDocument?.title || this.page;
        $('reader-title').textContent = this.frame.title = title;
        /** @type {HTMLAnchorElement} */ ($('own-tab')).href = where.href;
        $('save-label').hidden = this.page === 'index.html' || /^(players\/|_)/.test(this.page);
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

    /** @param {string} page @param {string} format */
    async saveAs(page, format) {
        const base = page.replace(/\.html$/, '');
        if (format === 'html')
            return download(await (await fetch(reportAddress(page))).blob(), page.replaceAll('/', '-'));
        const kept = await sourceOf(page), options = {report: format, db: 'collection.db', out: 'saved'};
        const answer = kept
            ? await this.collection.run('analyze', {...kept.source.options, ...options}, [kept.source.name],
                [{name: kept.source.name, bytes: kept.bytes, modified: kept.source.modified}])
            : await this.collection.run('report', options);
        const file = answer.files.find(f => f.name.startsWith(`saved/${base}.`));
        if (!file)
            throw new Error(complaints(answer).join('\n') || 'Nothing was written.');
        download(new Blob([/** @type {BlobPart} */ (file.bytes)]), file.name.slice('saved/'.length).replaceAll('/', '-'));
    }
}
