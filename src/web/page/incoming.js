/* Files that the reader drops, chooses or pastes. */
import {$, input} from './dom.js';

/** @typedef {import('./jobs.js').Given} Given */

/** @param {File} file @returns {Given} */
const given = file => ({name: file.webkitRelativePath || file.name, file, modified: file.lastModified});

/** All files below an entry of a drop. @param {any} entry @param {Given[]} into */
async function below(entry, into) {
    if (entry.isFile) {
        const file = /** @type {File} */ (await new Promise((resolve, reject) => entry.file(resolve, reject)));
        into.push({name: entry.fullPath, file, modified: file.lastModified});
        return;
    }
    const reader = entry.createReader();
    for (;;) { // a hundred at a time
        const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (entries.length === 0)
            return;
        for (const e of entries)
            await below(e, into);
    }
}

/** @param {DataTransfer} data */
async function dropped(data) {
    const entries = [...data.items].filter(i => i.kind === 'file').map(i => i.webkitGetAsEntry?.() ?? null), files = [...data.files];
    if (entries.length === 0 || entries.some(e => e === null))
        return files.map(given);
    /** @type {Given[]} */
    const all = [];
    for (const entry of entries)
        await below(entry, all);
    return all;
}

/** A position, or a file of that text. @param {string} text */
const isPosition = text => !text.trim().includes('\n') && /^(XGID=)?\S{14,90}$/.test(text.trim());

/** @param {(files: Given[]) => void} onFiles @param {(id: string) => void} onPosition @param {() => boolean} ready */
export function listen(onFiles, onPosition, ready) {
    let pasted = 0;
    const take = (/** @type {string} */ text) => {
        if (isPosition(text))
            onPosition(text.trim());
        else if (text.trim() !== '')
            onFiles([{name: `pasted-${++pasted}.txt`, file: new Blob([text]), modified: Date.now()}]);
    };
    for (const id of ['files', 'folder'])
        $(id).addEventListener('change', () => {
            onFiles([...input(id).files ?? []].map(given));
            input(id).value = '';
        });
    $('folder-label').hidden = !('webkitdirectory' in HTMLInputElement.prototype) || matchMedia('(pointer: coarse)').matches;
    $('take-pasted').addEventListener('click', () => {
        take(input('pasted').value);
        input('pasted').value = '';
    });
    document.addEventListener('paste', e => {
        if (!ready() || e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement || !e.clipboardData)
            return;
        if (e.clipboardData.files.length > 0)
            onFiles([...e.clipboardData.files].map(given));
        else
            take(e.clipboardData.getData('text/plain'));
    });
    let depth = 0;
    const over = () => document.body.classList.toggle('over', depth > 0);
    document.addEventListener('dragenter', () => { depth++; over(); });
    document.addEventListener('dragleave', () => { depth--; over(); });
    document.addEventListener('dragover', e => e.preventDefault());
    document.addEventListener('drop', async e => {
        e.preventDefault();
        depth = 0;
        over();
        if (ready() && e.dataTransfer)
            onFiles(await dropped(e.dataTransfer));
    });
}
