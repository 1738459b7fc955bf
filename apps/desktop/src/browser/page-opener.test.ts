import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BrowserError } from './browser-error.ts';
import { createPageOpener } from './page-opener.ts';

const folder = mkdtempSync(join(tmpdir(), 'opener-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that records its arguments and variables, and exits with the given code. */
function programEndingWith(exitCode: number): string {
  const path = join(folder, `open-${exitCode}`);
  writeFileSync(path, `#!/bin/sh\necho "$@" > "${path}.log"\nenv >> "${path}.log"\nexit ${exitCode}\n`);
  chmodSync(path, 0o700);
  return path;
}

it('passes the address to the opener program, with only the given variables', async () => {
  const program = programEndingWith(0);
  await createPageOpener({ program, environment: { LANG: 'C' } })('https://www.example.com/?a=b c');
  const log = readFileSync(`${program}.log`, 'utf8');
  expect(log).toMatch(/^https:\/\/www\.example\.com\/\?a=b c\n/);
  expect(log).toContain('LANG=C');
  expect(log).not.toContain('HOME=');
});

it('rejects if the program fails', async () => {
  const open = createPageOpener({ program: programEndingWith(4), environment: {} });
  await expect(open('https://www.example.com/')).rejects.toThrow(
    new BrowserError('The page could not be opened in a browser.'),
  );
});

it('rejects if there is no such program', async () => {
  const open = createPageOpener({ program: join(folder, 'missing'), environment: {} });
  await expect(open('https://www.example.com/')).rejects.toThrow(
    new BrowserError('No program that opens web pages was found.'),
  );
});
