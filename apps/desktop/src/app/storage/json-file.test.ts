import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JsonFile, saveProblemOf } from './json-file.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'json-file-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('contains what was saved last, readable only by its owner', async () => {
  const file = new JsonFile(path);
  expect(await file.load()).toBeUndefined();
  await file.save({ first: 1 });
  await file.save({ second: 2 });
  expect(await new JsonFile(path).load()).toEqual({ second: 2 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('can’t be loaded if it is not JSON', async () => {
  writeFileSync(path, '{"first":');
  await expect(new JsonFile(path).load()).rejects.toThrow(SyntaxError);
});

it('is renamed when set aside', async () => {
  writeFileSync(path, '{"first":');
  const file = new JsonFile(path);
  await file.quarantine();
  expect(await file.load()).toBeUndefined();
  const [aside = ''] = readdirSync(folder);
  expect(aside).toMatch(/^settings\.unreadable-\d+\.json$/);
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"first":');
  // There is nothing left to set aside.
  await file.quarantine();
});

it('explains in plain words why it can’t be saved', async () => {
  const missing = new JsonFile(join(folder, 'missing', 'settings.json'));
  const failure: unknown = await missing.save({}).catch((error: unknown) => error);
  expect(saveProblemOf(failure)).toMatch(/^The disk reported an error\./);
  expect(saveProblemOf(Object.assign(new Error(), { code: 'ENOSPC' }))).toMatch(/^The disk is full\./);
  expect(saveProblemOf(Object.assign(new Error(), { code: 'EROFS' }))).toMatch(/ can’t write to its folder\./);
});
