// What every check of the page begins with: node NAME.mjs chromium|firefox FOLDER-OF-THE-PAGE; PROGRAM is the native program.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { kinds, until } from './browsers.mjs';
import { serve } from './server.mjs';

const [, , KIND, FOLDER] = process.argv;
const FIXTURES = process.env.FIXTURES, PROGRAM = process.env.PROGRAM;
export const kind = KIND;
export const work = fs.mkdtempSync(path.join(os.tmpdir(), 'kibitzer-pages-'));
export const server = await serve(FOLDER), browser = await kinds[KIND](work);
export const fixture = name => path.join(FIXTURES, name);
export const native = (...words) => execFileSync(PROGRAM, words, { cwd: work, env: { ...process.env, XDG_CONFIG_HOME: work, TZ: 'UTC' }, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });

// A tab with the page, ready for files. What it complains about is kept in `said`; before(argument) runs ahead of its scripts.
export async function opened(anchor = '', size = {}, ready = () => document.documentElement.dataset.ready, before = null, argument, address = server.address) {
  const page = await browser.page(size, before, argument);
  page.said = [];
  page.on('console', m => ['error', 'warn', 'warning'].includes(m.type()) && page.said.push(m.text()));
  page.on('pageerror', e => page.said.push(e.message));
  await page.goto(address + anchor);
  await until(page, ready);
  return page;
}

export const text = (page, id) => page.evaluate(i => document.getElementById(i).innerText, id);
export const press = (page, id) => page.evaluate(i => document.getElementById(i).click(), id);
export const settled = (page, files) => until(page, n => document.querySelectorAll('#jobs li').length >= n &&
  document.getElementById('left').textContent.includes('· done'), files, 400);
export const level = page => page.evaluate(() => {
  const e = document.getElementById('level');
  e.value = '0ply';
  e.dispatchEvent(new Event('change'));
});
export const indexed = (page, words) => until(page, async w => {
  if (!await caches.match(new URL('reports/index.html', document.baseURI))) return false;
  const index = await fetch('reports/index.html');
  const html = index.ok ? await index.text() : '';
  return w.every(x => html.includes(x));
}, words, 400);

export async function downloaded(name) {
  for (let i = 0; i < 600; i++) {
    const files = fs.readdirSync(work);
    if (files.includes(name) && !files.some(f => f.endsWith('.part')) && fs.statSync(path.join(work, name)).size > 0) return fs.readFileSync(path.join(work, name));
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(name + ' was not saved; there is ' + fs.readdirSync(work));
}

export async function finished() {
  await browser.close();
  fs.rmSync(work, { recursive: true, force: true });
}
