/* kibitzer in a worker: behind Emscripten's glue in worker.js, a classic script. What it is asked and what it answers:
 * docs/web.md. */
(function () {
    'use strict';
    const FOLDER = '/job', CACHE = '/cache', SHARE = '/usr/share';
    const SEVERITIES = ['note', 'info', 'warning', 'error'];
    let library; // Emscripten's module
    let heard; // what the running command has said

    /* ---- files ---- */

    function parentOf(path) {
        return path.slice(0, path.lastIndexOf('/')) || '/';
    }

    function writeFile(path, bytes, modified) {
        const FS = library.FS;
        FS.mkdirTree(parentOf(path));
        FS.writeFile(path, bytes, {canOwn: true});
        FS.utime(path, modified || 0, modified || 0);
        return FS.lookupPath(path).node;
    }

    /* Calls each(path, node) for all files below a folder, in the order of their names. */
    function walk(folder, each) {
        const FS = library.FS;
        for (const name of FS.readdir(folder).filter(n => n !== '.' && n !== '..').sort()) {
            const path = folder + '/' + name, node = FS.lookupPath(path).node;
            if (FS.isDir(node.mode))
                walk(path, each);
            else if (FS.isFile(node.mode))
                each(path, node);
        }
    }

    function emptyFolder(folder) {
        const FS = library.FS;
        for (const name of FS.readdir(folder).filter(n => n !== '.' && n !== '..')) {
            const path = folder + '/' + name;
            if (FS.isDir(FS.lookupPath(path).node.mode)) {
                emptyFolder(path);
                FS.rmdir(path);
            } else {
                FS.unlink(path);
            }
        }
    }

    /* The files of a folder that `given` (path: time stamp and node) does not have as they are. */
    function filesOf(folder, given) {
        const files = [];
        walk(folder, (path, node) => {
            const before = given.get(path);
            if (!before || before.node !== node || before.timestamp !== node.timestamp)
                files.push({name: path.slice(folder.length + 1), bytes: library.FS.readFile(path)});
        });
        return files;
    }

    function putFiles(folder, files) {
        const given = new Map();
        for (const file of files || []) {
            const path = folder + '/' + file.name, node = writeFile(path, file.bytes, file.modified);
            given.set(path, {node, timestamp: node.timestamp});
        }
        return given;
    }

    /* ---- commands ---- */

    function joined(pieces) {
        const all = new Uint8Array(pieces.reduce((n, p) => n + p.length, 0));
        let at = 0;
        for (const p of pieces) {
            all.set(p, at);
            at += p.length;
        }
        return all;
    }

    /* Texts one after the other, each ended by a NUL, in memory of the library's. */
    function textList(texts) {
        const bytes = new TextEncoder().encode(texts.map(t => String(t) + '\0').join(''));
        const at = library._malloc(bytes.length + 1);
        library.HEAPU8.set(bytes, at);
        return at;
    }

    function optionTexts(options) {
        const texts = [];
        for (const [name, value] of Object.entries(options || {}))
            texts.push(name, value === true ? 'yes' : value === false ? 'no' : value);
        return texts;
    }

    /* Whose turns of the next command are done; what the others have come to. */
    function shareOut({share, shares}) {
        const bytes = joined(shares || []), at = library._malloc(bytes.length + 1);
        library.HEAPU8.set(bytes, at);
        library._web_share(share ? share.index : 0, share ? share.of : 0, at, bytes.length);
        return at;
    }

    function command(name, options, inputs, ask, onProgress) {
        const texts = optionTexts(language ? {language, ...options} : options), names = inputs || [];
        const lists = [textList([name]), textList(texts), textList(names), shareOut(ask)];
        heard = {messages: [], output: [], share: [], onProgress};
        try {
            const code = library._web_run(lists[0], lists[1], texts.length / 2, lists[2], names.length, ask.seconds || 0);
            if (ask.share)
                return {code: 0, messages: [], share: joined(heard.share)};
            return {code, messages: heard.messages, output: joined(heard.output)};
        } finally {
            library._web_share(0, 0, 0, 0);
            lists.forEach(at => library._free(at));
        }
    }

    async function gzipped(bytes) {
        const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
        return new Uint8Array(await new Response(packed).arrayBuffer());
    }

    async function runCommand(ask, onProgress) {
        emptyFolder(FOLDER);
        const given = putFiles(FOLDER, ask.files);
        const answer = command(ask.command, ask.options, ask.inputs, ask, onProgress), files = ask.share ? [] : filesOf(FOLDER, given);
        emptyFolder(FOLDER);
        for (const file of files.filter(f => ask.gzip && /\.(html|js)$/.test(f.name)))
            file.bytes = await gzipped(file.bytes);
        return ask.share ? answer : {...answer, files};
    }

    /* A document of the command line about positions. */
    function question(name) {
        return (ask, onProgress) => {
            const positions = [].concat(ask.position);
            const {code, messages, output, share} = command(name, {...ask.options, json: true}, positions, ask, onProgress);
            if (share)
                return {code, messages, share};
            return {code, messages, document: code >= 0 ? JSON.parse(new TextDecoder().decode(output)) : null};
        };
    }

    /* ---- tables, and what is installed beside a native program ---- */

    const FAR_RACE = 'XGID=-BBBBBBB----------bbbbbbb-:0:0:1:00:0:0:0:0:10'; // needs every table

    const held = new Map(); // where tables lie in the library's memory

    /* The library maps files as a whole: a table where it lies, without a copy. */
    function putTable({name, bytes}) {
        const path = CACHE + '/kibitzer/' + name, {length} = bytes, at = library._malloc(length);
        if (at === 0)
            throw new RangeError('there is not enough memory for ' + name);
        if (held.has(path)) {
            library.FS.unlink(path);
            library._free(held.get(path));
        }
        held.set(path, at);
        library.HEAPU8.set(bytes, at);
        const node = writeFile(path, new Uint8Array(0));
        node.usedBytes = length;
        node.stream_ops = {...node.stream_ops, mmap: () => ({ptr: at, allocated: false})};
        Object.defineProperty(node, 'contents', {get: () => library.HEAPU8.subarray(at, at + length)});
    }

    function tables(ask, onProgress) {
        (ask.files || []).forEach(putTable);
        const made = ask.make ? command('eval', {level: '0ply', json: true}, [FAR_RACE], {}, onProgress) : {code: 0};
        if (made.code !== 0)
            throw new Error(made.messages.map(m => m.display).join('\n'));
        return {files: ask.take || ask.make ? filesOf(CACHE + '/kibitzer', new Map()) : []};
    }

    let language = null; // of the reader, once there are words of it

    /* They stay. */
    function words({code, bytes, messages = new Uint8Array(0)}) {
        const at = library._malloc(bytes.length + messages.length + 1);
        library.HEAPU8.set(bytes, at);
        library.HEAPU8.set(messages, at + bytes.length);
        library._web_words(textList([code]), at, bytes.length, messages.length);
        language = code;
        return {};
    }

    function install(ask) {
        putFiles(SHARE, ask.files);
        return {};
    }

    /* ---- the worker ---- */

    const asks = {
        run: runCommand,
        hint: question('hint'),
        cube: question('cube'),
        evaluate: question('eval'),
        rollout: question('rollout'),
        tables,
        install,
        words
    };

    async function open(ask) {
        const hooks = {
            onMessage(severity, text, file, line, column, display) {
                heard.messages.push({severity: SEVERITIES[severity], text, file, line, column, display});
            },
            onOutput(bytes) {
                heard.output.push(bytes);
            },
            onShare(bytes) {
                heard.share.push(bytes);
            },
            onProgress(fraction, text) {
                heard.onProgress(fraction, text);
            },
            print() {},
            printErr() {},
            preRun: [module => { module.ENV.XDG_CACHE_HOME = CACHE; }]
        };
        const failed = new Promise((_, reject) => {
            if (ask.wasm instanceof WebAssembly.Module)
                hooks.instantiateWasm = (imports, done) => {
                    WebAssembly.instantiate(ask.wasm, imports).then(instance => done(instance, ask.wasm)).catch(reject);
                    return {};
                };
            else if (ask.wasm)
                hooks.wasmBinary = ask.wasm;
        });
        library = await Promise.race([KibitzerModule(hooks), failed]);
        library.FS.mkdirTree(CACHE + '/kibitzer');
        library.FS.mkdirTree(FOLDER);
        library.FS.chdir(FOLDER);
        return {version: library.UTF8ToString(library._kibitzer_version()), code: library._kibitzer_self_test(0)};
    }

    function transferable(answer) {
        const files = answer.files || [];
        return [...files.map(f => f.bytes), answer.output, answer.share].filter(Boolean).map(bytes => bytes.buffer);
    }

    async function reply(ask) {
        const {id} = ask;
        const onProgress = (fraction, text) => self.postMessage({id, progress: {fraction, text}});
        try {
            if (ask.ask !== 'open' && !library)
                throw new Error('the first question must be "open"');
            if (ask.ask !== 'open' && !Object.hasOwn(asks, ask.ask))
                throw new Error('there is no question "' + ask.ask + '"');
            const answer = ask.ask === 'open' ? await open(ask) : await asks[ask.ask](ask, onProgress);
            self.postMessage({id, answer}, transferable(answer));
        } catch (e) {
            self.postMessage({id, error: String(e && e.message || e), fatal: e instanceof WebAssembly.RuntimeError || e instanceof RangeError});
        }
    }

    let last = Promise.resolve(); // one after the other
    self.onmessage = event => { last = last.then(() => reply(event.data)); };
})();
