/* Several files as one download: a ZIP archive without compression. Source: PKWARE's APPNOTE 6.3.3. */

const CRC_TABLE = Uint32Array.from({length: 256}, (_, n) => {
    for (let bit = 0; bit < 8; bit++)
        n = n & 1 ? 0xedb88320 ^ n >>> 1 : n >>> 1;
    return n;
});

/** @param {Uint8Array} bytes */
const crc = bytes => ~bytes.reduce((sum, byte) => CRC_TABLE[(sum ^ byte) & 255] ^ sum >>> 8, -1) >>> 0;

/** Numbers of two and of four bytes, low byte first. @param {...[size: number, value: number]} fields */
const packed = (...fields) => Uint8Array.from(fields.flatMap(([size, value]) => Array.from({length: size}, (_, i) => value >>> 8 * i)));

/** @param {{name: string, bytes: Uint8Array}[]} files */
export function zip(files) {
    const EPOCH = 33, UTF8 = 0x0800; // the first day that there is; names are UTF-8
    /** @type {Uint8Array[]} */
    const bodies = [], directory = [];
    let at = 0;
    for (const {name, bytes} of files) {
        const text = new TextEncoder().encode(name);
        /** @type {[number, number][]} */
        const common = [[2, 20], [2, UTF8], [2, 0], [2, 0], [2, EPOCH], [4, crc(bytes)], [4, bytes.length], [4, bytes.length], [2, text.length], [2, 0]];
        const head = packed([4, 0x04034b50], ...common);
        directory.push(packed([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), text);
        bodies.push(head, text, bytes);
        at += head.length + text.length + bytes.length;
    }
    const size = directory.reduce((n, part) => n + part.length, 0);
    const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]);
    return new Blob(/** @type {BlobPart[]} */ ([...bodies, ...directory, end]), {type: 'application/zip'});
}
