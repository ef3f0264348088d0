// Debian's Chromium by playwright-core, Firefox by puppeteer-core over WebDriver BiDi, with the same few verbs.
// page(size, before, argument): before(argument) runs in it before its own scripts.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ARGS = ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text'];

// Until `what` holds in the page; `argument` is handed to it. Says what it waited for.
export async function until(page, what, argument, seconds = 240) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const value = await page.evaluate(what, argument).catch(() => null);
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what} (${argument ?? ''})`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

// MB of the browsers' processes that hold pages and workers: what is theirs, and their part of what is shared.
export function memoryOfPages() {
  const parent = new Map(), own = new Set([process.pid]);
  for (const name of fs.readdirSync('/proc').filter(n => /^\d+$/.test(n)))
    try {
      parent.set(Number(name), Number(fs.readFileSync(`/proc/${name}/stat`, 'utf8').replace(/.*\) . /s, '').split(' ')[0]));
    } catch { /* it has ended */ }
  for (let before = 0; before !== own.size;) {
    before = own.size;
    for (const [child, of] of parent) if (own.has(of)) own.add(child);
  }
  const renderers = [...own].filter(pid => pid !== process.pid && /--type=renderer|-contentproc/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  return renderers.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024, 0);
}

async function chromium(downloads) {
  const { chromium: kind } = await import('playwright-core');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'kibitzer-chromium-'));
  const context = await kind.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', args: ARGS, acceptDownloads: true });
  context.setDefaultTimeout(120000);
  return {
    name: 'Chromium',
    async page({ width = 1280, height = 900 } = {}, before = null, argument) {
      const page = await context.newPage();
      if (before) await page.addInitScript(before, argument);
      await page.setViewportSize({ width, height });
      page.on('download', async d => d.saveAs(path.join(downloads, d.suggestedFilename())));
      return page;
    },
    files: (page, selector, paths) => page.setInputFiles(selector, paths),
    folder: (page, selector, folder) => page.setInputFiles(selector, folder),
    async drop(page, selector, folder) {
      await page.locator(selector).scrollIntoViewIfNeeded();
      const { x, y } = await page.locator(selector).boundingBox(), cdp = await context.newCDPSession(page);
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await cdp.send('Input.dispatchDragEvent', { type, x: x + 9, y: y + 9, data: { items: [], files: [folder], dragOperationsMask: 1 } });
    },
    async quota(page, origin, quotaSize) { // undefined: as it is
      this.limits ??= await context.newCDPSession(page);
      await this.limits.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    },
    // The longest that one task of the page's thread has the processor while `body` runs, in milliseconds: what others on the machine do counts nothing.
    async longest(page, body) {
      const cdp = await context.newCDPSession(page), events = [];
      cdp.on('Tracing.dataCollected', e => events.push(...e.value));
      await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] } });
      await page.evaluate(() => performance.mark('this thread'));
      await body();
      const all = new Promise(resolve => cdp.once('Tracing.tracingComplete', resolve));
      await cdp.send('Tracing.end');
      await all;
      const own = events.find(e => e.name === 'this thread');
      const tasks = events.filter(e => e.name === 'ThreadControllerImpl::RunTask' && e.tdur && e.pid === own.pid && e.tid === own.tid);
      if (tasks.length < 100) throw new Error(`${tasks.length} tasks were seen`);
      return Math.max(...tasks.map(e => e.tdur)) / 1000;
    },
    dark: (page, on) => page.emulateMedia({ colorScheme: on ? 'dark' : 'light' }),
    size: (page, width, height) => page.setViewportSize({ width, height }),
    async close() {
      await context.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function firefox(downloads) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true,
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads, 'browser.download.useDownloadDir': true } });
  return {
    name: 'Firefox',
    async page({ width = 1280, height = 900 } = {}, before = null, argument) {
      const page = await browser.newPage();
      if (before) await page.evaluateOnNewDocument(before, argument);
      page.setDefaultTimeout(120000);
      await page.setViewport({ width, height });
      return page;
    },
    files: async (page, selector, paths) => (await page.$(selector)).uploadFile(...paths),
    async folder(page, selector, folder) { // WebDriver hands over files alone: what Firefox says of them is said here
      const files = fs.readdirSync(folder, { recursive: true }).filter(n => fs.statSync(path.join(folder, n)).isFile());
      await page.evaluate(([s, names]) => {
        const chosen = names.map(([name, text]) => Object.defineProperty(new File([text], name.split('/').pop()), 'webkitRelativePath', { value: name }));
        const input = document.querySelector(s);
        Object.defineProperty(input, 'files', { value: chosen, configurable: true });
        input.dispatchEvent(new Event('change'));
        delete input.files;
      }, [selector, files.map(n => [path.basename(folder) + '/' + n, fs.readFileSync(path.join(folder, n), 'utf8')])]);
    },
    drop: null, // not by BiDi
    dark: null,
    quota: null,
    longest: null,
    size: (page, width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}

export const kinds = { chromium, firefox };
