/* A worker of node's as worker.js expects one of a browser. */
'use strict';
const {parentPort, workerData} = require('node:worker_threads');
const fs = require('node:fs'), vm = require('node:vm');

globalThis.self = globalThis;
self.location = {href: 'file://' + workerData};
self.importScripts = () => { throw new Error('nothing is to be imported'); };
self.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
parentPort.on('message', data => self.onmessage({data}));
vm.runInThisContext(fs.readFileSync(workerData, 'utf8'), {filename: workerData});
