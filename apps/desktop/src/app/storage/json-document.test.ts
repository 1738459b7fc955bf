import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonDocument } from './json-document.ts';
import { JsonFile } from './json-file.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'json-document-'));
  path = join(folder, 'list.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const openList = () => new JsonDocument(new JsonFile(path), z.array(z.string()), []);

it('makes changes one at a time, and stores them', async () => {
  const list = openList();
  await Promise.all(['a', 'b'].map((added) => list.change((value) => [...value, added])));
  expect(await list.read()).toEqual(['a', 'b']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['a', 'b']);
});

it('rejects as long as the file cannot be read, then works again', async () => {
  // Nobody can read a folder in place of the file.
  mkdirSync(path);
  const list = openList();
  await expect(list.change((value) => [...value, 'a'])).rejects.toThrow();
  await expect(list.read()).rejects.toThrow();
  rmSync(path, { recursive: true });
  await list.change((value) => [...value, 'b']);
  expect(await list.read()).toEqual(['b']);
});
