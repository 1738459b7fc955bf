import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDevelopmentImage } from './build-development-image.ts';

const release = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'releases', '0.5.5.json'), 'utf8'));

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'image-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('The image has the committed checksum and size', () => {
  const image = buildDevelopmentImage(scratchFolder());
  expect(createHash('sha256').update(readFileSync(image)).digest('hex')).toBe(release.sha256);
  expect(statSync(image).size).toBe(release.size);
});

test('Any other file in place of the image is replaced', () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'Saykey-0.5.5.dmg'), 'half an image');
  expect(statSync(buildDevelopmentImage(folder)).size).toBe(release.size);
});

test('The image says that it holds no app, and can be read as ISO 9660 and HFS+', () => {
  const bytes = readFileSync(buildDevelopmentImage(scratchFolder()));
  expect(bytes.includes('It holds no\napp')).toBe(true);
  expect(bytes.includes('CD001')).toBe(true);
  // The signature of an HFS+ volume, 1024 bytes into its partition.
  expect(bytes.includes(Buffer.from('H+\0\x04', 'latin1'))).toBe(true);
});
