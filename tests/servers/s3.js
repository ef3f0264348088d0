// An object store for tests: s3rver keeps the objects, aws4 checks that requests are signed as Amazon wants it (s3rver does
// not). Objects are put without a signature. Keys that begin with a fault's name show it.
// Usage: node s3.js FOLDER PORT-FILE; packages are looked for in NODE_PATH.
'use strict';
const fs = require('fs'), http = require('http');
const aws4 = require('aws4'), S3rver = require('s3rver');
const [folder, portFile] = process.argv.slice(2);
const account = {accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER'};

function refuse(res, status, code, message) {
    res.writeHead(status, {'Content-Type': 'application/xml'});
    res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

// Is the signature the one that aws4 makes of the same request?
function isSigned(req) {
    const had = /Credential=[^/]*\/[0-9]{8}\/([^/]*)\/s3\/aws4_request, *SignedHeaders=([^,]*), *Signature=([0-9a-f]{64})/
        .exec(req.headers.authorization || '');
    if (!had)
        return false;
    const headers = {};
    for (const name of had[2].split(';'))
        headers[name] = req.headers[name];
    for (const name of Object.keys(req.headers))
        if (name === 'host' || name.startsWith('x-amz-'))
            headers[name] = req.headers[name]; // these must be signed
    const made = aws4.sign({service: 's3', region: had[1], method: req.method, host: req.headers.host, path: req.url, headers}, account);
    const expected = /Signature=([0-9a-f]{64})/.exec(made.headers.Authorization)[1];
    if (expected !== had[3])
        console.error('expected', made.headers.Authorization, 'got', req.headers.authorization, req.url);
    return expected === had[3];
}

const seen = {};
const faults = {
    deny: res => refuse(res, 403, 'AccessDenied', 'Access Denied'),
    vanish: res => refuse(res, 404, 'NoSuchKey', 'The specified key does not exist.'),
    hang: () => {},
    cut: res => { res.writeHead(200, {'Content-Length': 100000}); res.write('half'); setTimeout(() => res.destroy(), 100); },
    flaky: (res, key) => (seen[key] = (seen[key] || 0) + 1) < 3 && (refuse(res, 503, 'SlowDown', 'Please reduce your request rate.'), true),
};

const store = new S3rver({directory: folder, silent: true, configureBuckets: [{name: 'club'}]});
store.configureBuckets().then(() => {
    const serve = store.callback();
    const server = http.createServer((req, res) => {
        const [, key, fault] = /^\/club\/(([a-z]+)[^?]*)/.exec(req.url) || [];
        if (req.method !== 'PUT' && !isSigned(req))
            return refuse(res, 403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
        if (req.method === 'GET' && faults[fault] && faults[fault](res, key) !== false)
            return undefined;
        return serve(req, res);
    });
    server.listen(0, '127.0.0.1', () => fs.writeFileSync(portFile, `${server.address().port}\n`));
});
