import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BrowserError } from './browser-error.ts';
import { findChromium } from './chromium-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function addProgram(name: string, mode: number): string {
  const file = join(folder, name);
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

test('The first of the known programs is found that can be run', async () => {
  const path = [join(folder, 'nowhere'), folder].join(delimiter);
  addProgram('chromium', 0o644);
  mkdirSync(join(folder, 'google-chrome-beta'));
  await expect(findChromium(path)).rejects.toThrow(BrowserError);
  await expect(findChromium('')).rejects.toThrow('Install the chromium package');
  const chrome = addProgram('google-chrome-stable', 0o755);
  expect(await findChromium(path)).toBe(chrome);
});
