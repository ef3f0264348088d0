// The page's files on a port of their own, without special headers. What is asked for is kept in `asked`; what is in
// `missing` is not there.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

export async function serve(folder) {
  const asked = [], missing = new Set();
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://host').pathname.replace(/\/$/, '/index.html');
    asked.push(name);
    const file = path.join(folder, path.normalize(name));
    if (missing.has(name) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  const listen = port => new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address();
  const close = () => new Promise(resolve => { server.close(resolve); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${port}/`, asked, missing, stop: close, start: () => listen(port) };
}
