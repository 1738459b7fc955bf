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

test('Secrets persist across restarts, in a file that only the owner can access', async () => {
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

test('A property that every object inherits is not a secret', async () => {
  expect(await new SecretFile(path).get('constructor')).toBeUndefined();
});

test.each(['{"openai": "sk-', '{"openai": 1}', '[]'])('A file that contains %s is set aside', async (content) => {
  writeFileSync(path, content);
  const secrets = new SecretFile(path);
  expect(await secrets.get('openai')).toBeUndefined();
  await secrets.set('openai', 'sk-new');
  const [aside] = readdirSync(folder).filter((name) => name !== 'keys.json');
  expect(readFileSync(join(folder, aside!), 'utf8')).toBe(content);
});

test('A secret that could not be stored is reported, and not available', async () => {
  const secrets = new SecretFile(join(folder, 'missing', 'keys.json'));
  await expect(secrets.set('openai', 'sk-one')).rejects.toThrow('ENOENT');
  expect(await secrets.get('openai')).toBeUndefined();
});
