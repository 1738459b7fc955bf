import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNewestRelease } from './newest-release.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function describeRelease(version: string): void {
  const release = { version, sha256: 'a'.repeat(64), size: 1, date: '2025-02-28', notes: '' };
  writeFileSync(join(folder, `${version}.json`), JSON.stringify(release));
}

test('the newest release is found by version, not alphabetically', () => {
  writeFileSync(join(folder, 'Saykey-0.11.0.dmg'), 'an image');
  for (const version of ['0.9.0', '0.10.0-beta.10', '0.10.0-beta.2']) describeRelease(version);
  expect(readNewestRelease(folder).version).toBe('0.10.0-beta.10');
  describeRelease('0.10.0');
  expect(readNewestRelease(folder).version).toBe('0.10.0');
});

test('a missing or invalid release file throws', () => {
  expect(() => readNewestRelease(folder)).toThrow('No release was found in');
  writeFileSync(join(folder, '1.0.0.json'), '{ "version": "1.0.0" }');
  expect(() => readNewestRelease(folder)).toThrow('sha256');
});
