import { expect, it } from 'vitest';
import { dateLabel, imageName, sizeLabel } from './release-labels.ts';

it.each([
  [0, '0 kB'],
  [395_264, '395 kB'],
  [1_000_000, '1 MB'],
  [98_432_109, '98.4 MB'],
  [1_250_000_000, '1.3 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(sizeLabel(bytes)).toBe(text);
});

it('formats the release date and the file name', () => {
  expect(dateLabel('2025-02-28')).toBe('February 28, 2025');
  expect(imageName('0.5.5')).toBe('Saykey-0.5.5.dmg');
});
