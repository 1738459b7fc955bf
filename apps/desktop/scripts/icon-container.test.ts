import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICON_EDGES, icnsOf } from './icon-container.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Reads the pictures in an ICNS file by type, according to the format's description. */
function picturesIn(icns: Buffer): Record<string, Buffer> {
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const pictures: Record<string, Buffer> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    pictures[icns.toString('latin1', at, at + 4)] = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
  return pictures;
}

test('The container holds each picture under its type', () => {
  const pictures = { ic07: Buffer.from('first'), ic10: Buffer.from('second picture') };
  expect(picturesIn(icnsOf(pictures))).toEqual(pictures);
});

test("The app's icon contains a PNG with transparency in each size", () => {
  const pictures = picturesIn(readFileSync(join(ROOT, 'apps/desktop/build-resources/icon.icns')));
  const seen = Object.entries(pictures).map(([kind, png]) => {
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(25)];
    expect([height, colorType]).toEqual([width, 6]);
    return [kind, width];
  });
  expect(Object.fromEntries(seen)).toEqual(ICON_EDGES);
});

test("The app's icon is the same as the site's", () => {
  const [ours, theirs] = ['apps/desktop/build-resources/icon.svg', 'apps/site/public/icons/app-icon.svg'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  expect(ours).toBe(theirs);
});
