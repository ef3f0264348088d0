// Pictures for README: of the index, on a desk and on a phone, and of a match in Japanese:
// images.mjs FOLDER-OF-REPORTS FOLDER-OF-REPORTS-IN-JAPANESE FOLDER-OF-IMAGES.
import path from 'node:path';
import { chromium } from 'playwright-core';

const [reports, japanese, images] = process.argv.slice(2).map(p => path.resolve(p));
const PICTURES = {
  index: { page: `${reports}/index.html`, width: 1280, height: 1100 },
  phone: { page: `${reports}/index.html`, width: 390, height: 844 },
  japanese: { page: `${japanese}/club-final.html`, width: 1000, height: 640 },
};
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, { page, ...viewport }] of Object.entries(PICTURES)) {
  const tab = await browser.newPage({ viewport });
  await tab.goto(`file://${page}`);
  await tab.screenshot({ path: `${images}/${name}.png` });
}
await browser.close();
