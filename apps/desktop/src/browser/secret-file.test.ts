import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SecretFile } from './secret-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  path = join(folder, 'keys.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('Secrets are kept over starts, in a file for the owner alone', async () => {
  const secrets = new SecretFile(path);
  expect(await secrets.get('openai')).toBeUndefined();
  await Promise.all([
    secrets.set('openai', 'sk-one'),
    secrets.set('deepgram', 'two'),
    secrets.set('openai', 'sk-three'),
  ]);
  expect(await secrets.get('openai')).toBe('sk-three');
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const later = new SecretFile(path);
  expect(await later.get('openai')).toBe('sk-three');
  await later.set('openai', undefined);
  expect(await new SecretFile(path).get('openai')).toBeUndefined();
  expect(await new SecretFile(path).get('deepgram')).toBe('two');
  expect(readFileSync(path, 'utf8')).not.toContain('sk-');
});

test('A name that every object has is no secret', async () => {
  expect(await new SecretFile(path).get('constructor')).toBeUndefined();
});

test.each(['{"openai": "sk-', '{"openai": 1}', '[]'])('A file that holds %s is set aside', async (content) => {
  writeFileSync(path, content);
  const secrets = new SecretFile(path);
  expect(await secrets.get('openai')).toBeUndefined();
  await secrets.set('openai', 'sk-new');
  const [aside] = readdirSync(folder).filter((name) => name !== 'keys.json');
  expect(readFileSync(join(folder, aside!), 'utf8')).toBe(content);
});

test('What could not be stored is reported, and is not there', async () => {
  const secrets = new SecretFile(join(folder, 'missing', 'keys.json'));
  await expect(secrets.set('openai', 'sk-one')).rejects.toThrow('ENOENT');
  expect(await secrets.get('openai')).toBeUndefined();
});
