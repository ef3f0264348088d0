// Pictures for README of the index, on a desk and on a phone: images.mjs FOLDER-OF-REPORTS FOLDER-OF-IMAGES.
import path from 'node:path';
import { chromium } from 'playwright-core';

const PICTURES = { index: { width: 1280, height: 1100 }, phone: { width: 390, height: 844 } };
const [reports, images] = process.argv.slice(2).map(p => path.resolve(p));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, viewport] of Object.entries(PICTURES)) {
  const tab = await browser.newPage({ viewport });
  await tab.goto(`file://${reports}/index.html`);
  await tab.screenshot({ path: `${images}/${name}.png` });
}
await browser.close();
