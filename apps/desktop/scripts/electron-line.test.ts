import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import configure from '../electron-builder.ts';
import { CURRENT_LINE, MACOS_12_LINE, RELEASE_LINE } from '../src/electron/release-line.ts';

const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/**
 * The oldest supported macOS by Electron major version, from its list of breaking changes, "Removed: macOS 12 support"
 * under 44.
 */
const OLDEST_MACOS: Record<string, string> = { 43: '12.0', 44: '13.0' };

test('The release line and the packed app require the oldest macOS that the pinned Electron supports', () => {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(devDependencies.electron)!;
  expect(RELEASE_LINE.oldestMacos).toBe(OLDEST_MACOS[major!]);
  expect(configure().mac?.minimumSystemVersion).toBe(RELEASE_LINE.oldestMacos);
});

test('The macOS 12 line runs on macOS 12, whatever the current line requires', () => {
  expect(MACOS_12_LINE.oldestMacos).toBe(OLDEST_MACOS[43]);
});

// Up to macOS 15, Darwin's major version is that of macOS plus 9: electron-updater compares Darwin versions.
test.each([CURRENT_LINE, MACOS_12_LINE])('The oldest kernel of $channel belongs to its oldest macOS', (line) => {
  expect(Number.parseInt(line.oldestKernel, 10)).toBe(Number.parseInt(line.oldestMacos, 10) + 9);
});
