// A unit test under node: with the environment, and without fetch(), which knows no files.
Module.preRun = [() => Object.assign(ENV, process.env)];
Module.wasmBinary = require('fs').readFileSync(__filename + '.wasm');
