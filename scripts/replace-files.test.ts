import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFiles } from './replace-files.ts';

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replace-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('A build replaces all files of the previous one', () => {
  const built = folderOf({ 'main.js': 'new', 'parts/b.js': 'b' });
  const folder = folderOf({ 'main.js': 'old', 'parts/a.js': 'a' });
  replaceFiles(folder, built, 'main.js');
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['main.js', 'parts', 'parts/b.js']);
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('new');
});

test('If a file can’t be moved, the previous build’s last file and what it needs are unchanged', () => {
  const built = folderOf({ 'main.js': 'new', 'parts/b.js': 'b' });
  const folder = folderOf({ 'main.js': 'old', 'parts/a.js': 'a' });
  // A folder where a part should go.
  mkdirSync(join(folder, 'parts', 'b.js', 'x'), { recursive: true });
  expect(() => replaceFiles(folder, built, 'main.js')).toThrow();
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('old');
  expect(readFileSync(join(folder, 'parts', 'a.js'), 'utf8')).toBe('a');
});
