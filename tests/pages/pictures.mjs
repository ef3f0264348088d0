// Screenshots as small pictures and how much two of them differ. Chromium decodes and averages them: a pixel here is the
// mean of several there, so that the edges of letters, which machines smooth differently, weigh little, while a block that
// has moved does not.
import fs from 'node:fs';

// PNG (Buffer) -> PNG of a `factor`-th of the size.
export async function smaller(page, png, factor) {
  const url = await page.evaluate(async ([data, factor]) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const c = document.createElement('canvas');
    c.width = Math.round(image.width / factor);
    c.height = Math.round(image.height / factor);
    const g = c.getContext('2d');
    g.imageSmoothingQuality = 'high';
    g.drawImage(image, 0, 0, c.width, c.height);
    return c.toDataURL('image/png');
  }, ['data:image/png;base64,' + png.toString('base64'), factor]);
  return Buffer.from(url.split(',')[1], 'base64');
}

// The share of cells, 4 by 4 pixels each, whose mean differs by more than a tenth of the way from black to white; 1 where
// the sizes differ.
export async function difference(page, one, other) {
  return page.evaluate(async ([one, other]) => {
    const CELL = 4, LIMIT = 25;
    async function pixels(data) {
      const image = new Image();
      image.src = data;
      await image.decode();
      const c = document.createElement('canvas');
      c.width = Math.ceil(image.width / CELL);
      c.height = Math.ceil(image.height / CELL);
      const g = c.getContext('2d');
      g.imageSmoothingQuality = 'high';
      g.drawImage(image, 0, 0, c.width, c.height);
      return { at: g.getImageData(0, 0, c.width, c.height).data, size: image.width + 'x' + image.height };
    }
    const a = await pixels(one), b = await pixels(other);
    if (a.size !== b.size) return 1;
    let cells = 0;
    for (let i = 0; i < a.at.length; i += 4)
      cells += Math.max(...[0, 1, 2].map(k => Math.abs(a.at[i + k] - b.at[i + k]))) > LIMIT;
    return cells / (a.at.length / 4);
  }, [one, other].map(p => 'data:image/png;base64,' + p.toString('base64')));
}

export function accepted(folder, name) {
  const path = `${folder}/${name}.png`;
  return fs.existsSync(path) ? fs.readFileSync(path) : null;
}

export function accept(folder, name, png) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(`${folder}/${name}.png`, png);
}
