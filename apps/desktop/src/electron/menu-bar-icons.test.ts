import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ICONS = join(import.meta.dirname, '../../icons');
const STATES = ['idle', 'recording', 'busy', 'trouble'];

/** Width, height and whether there is transparency, from a PNG's first chunk. */
function headerOf(picture: Buffer) {
  const colorType = picture.readUInt8(25);
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20), hasAlpha: colorType >= 4 };
}

test('each state has its own small icon, in both resolutions, with transparency', () => {
  const pictures = STATES.flatMap((state) =>
    ([18, 36] as const).map((size) => {
      const picture = readFileSync(join(ICONS, `${state}Template${size === 36 ? '@2x' : ''}.png`));
      expect(headerOf(picture)).toEqual({ width: size, height: size, hasAlpha: true });
      expect(picture.length).toBeLessThan(2_000);
      return picture.toString('base64');
    }),
  );
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('the drawings use only black, which macOS tints', () => {
  for (const state of STATES) {
    const drawing = readFileSync(join(ICONS, `${state}.svg`), 'utf8').replace(/<mask[\s\S]*<\/mask>/, '');
    const colors = [...drawing.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color);
    expect(new Set(colors.filter((color) => color !== 'none'))).toEqual(new Set(['#000']));
  }
});
