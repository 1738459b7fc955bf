import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BrowserError } from './browser-error.ts';
import { Chromium, findChromium } from './chromium.ts';

const { PATH = '' } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('starts without crash dumps, and leaves nothing behind after a failed start', async () => {
  const program = join(folder, 'program');
  const log = join(folder, 'log');
  writeFileSync(program, `#!/bin/sh\nenv > '${log}'\nulimit -c >> '${log}'\nexit 1\n`, { mode: 0o700 });
  const profiles = join(folder, 'profiles');
  const starting = Chromium.start({ program, folder: profiles, environment: { PATH } });
  await expect(starting).rejects.toThrow(BrowserError);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines).toContain('CHROME_CONFIG_HOME=/dev/null');
  expect(lines.at(-1)).toBe('0');
  expect(readdirSync(profiles)).toEqual([]);
});

function addProgram(name: string, mode: number): string {
  const file = join(folder, name);
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

it('is the first known program that is executable', async () => {
  const path = [join(folder, 'nowhere'), folder].join(delimiter);
  addProgram('chromium', 0o644);
  mkdirSync(join(folder, 'google-chrome-beta'));
  await expect(findChromium(path)).rejects.toThrow(BrowserError);
  await expect(findChromium('')).rejects.toThrow('Install the chromium package');
  const chrome = addProgram('google-chrome-stable', 0o755);
  expect(await findChromium(path)).toBe(chrome);
});
