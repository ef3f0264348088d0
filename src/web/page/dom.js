/* Elements of the page. */

/** @param {string} id @returns {HTMLElement} */
export function $(id) {
    const e = document.getElementById(id);
    if (!e)
        throw new Error('no element ' + id);
    return e;
}

/** A field. @param {string} id */
export const input = id => /** @type {HTMLInputElement} */ ($(id));

/** A part of an address as it was before it was escaped; any other text, unchanged. @param {string} text */
export function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** @param {string} name @param {Record<string, any>} attributes @param {...(Node | string)} inside */
export function element(name, attributes, ...inside) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        e.setAttribute(key, String(value));
    e.append(...inside);
    return e;
}

/** Of an earlier visit; null: none, or the browser keeps nothing. @param {string} name */
export function setting(name) {
    try {
        return localStorage.getItem('kibitzer-' + name);
    } catch {
        return null;
    }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
    try {
        localStorage.setItem('kibitzer-' + name, value);
    } catch { /* no storage, or it is full */ }
}

/** A field keeps its value from visit to visit, where the browser keeps any and the field can have it. @param {string} id */
export function keepSetting(id) {
    const field = input(id), {value} = field;
    field.value = setting(id) ?? value;
    if (field.value === '')
        field.value = value;
    field.addEventListener('change', () => keep(id, field.value));
}

/** @param {Blob} bytes @param {string} name */
export function download(bytes, name) {
    const url = URL.createObjectURL(bytes);
    element('a', {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}
