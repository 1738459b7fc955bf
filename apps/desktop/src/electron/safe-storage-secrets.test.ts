import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SafeStorageSecrets } from './safe-storage-secrets.ts';
import { FakeSafeStorage } from './testing/fake-safe-storage.ts';

let folder: string;
let path: string;
let keychain: FakeSafeStorage;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  path = join(folder, 'secrets.json');
  keychain = new FakeSafeStorage();
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const openSecrets = () => new SafeStorageSecrets(keychain, path);

test('Secrets persist across restarts, encrypted, in a file that only the owner can access', async () => {
  const secrets = openSecrets();
  await Promise.all([
    secrets.set('openai', 'sk-one'),
    secrets.set('deepgram', 'two'),
    secrets.set('openai', 'sk-three'),
  ]);
  expect(await secrets.get('openai')).toBe('sk-three');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const written = readFileSync(path, 'utf8');
  expect(written).not.toContain('sk-');
  expect(Buffer.from(written, 'base64').toString()).not.toContain('sk-');

  const later = openSecrets();
  expect(await later.get('openai')).toBe('sk-three');
  await later.set('openai', undefined);
  expect(await openSecrets().get('openai')).toBeUndefined();
  expect(await openSecrets().get('deepgram')).toBe('two');
});

test('The Keychain is not used until there is a secret to read or write', async () => {
  const secrets = openSecrets();
  expect(await secrets.get('openai')).toBeUndefined();
  expect(await secrets.get('constructor')).toBeUndefined();
  await secrets.set('openai', undefined);
  expect(keychain.uses).toBe(0);
  await secrets.set('openai', 'sk-one');
  expect(keychain.uses).toBe(1);
});

describe('A secret that cannot be decrypted', () => {
  beforeEach(async () => {
    await openSecrets().set('openai', 'sk-one');
  });

  test('is unavailable and set aside, and can be replaced', async () => {
    keychain.key = 'key of another Mac';
    const secrets = openSecrets();
    expect(await secrets.get('openai')).toBeUndefined();
    await secrets.set('openai', 'sk-two');
    expect(await openSecrets().get('openai')).toBe('sk-two');
    const { setAside } = JSON.parse(readFileSync(path, 'utf8'));
    expect(setAside).toMatchObject([{ name: 'openai' }]);
    const { result } = await new FakeSafeStorage().decryptStringAsync(Buffer.from(setAside[0].secret, 'base64'));
    expect(result).toBe('sk-one');
  });

  test('because the Keychain was locked is available after a restart with it unlocked', async () => {
    keychain.restart();
    keychain.isLocked = true;
    const secrets = openSecrets();
    expect(await secrets.get('openai')).toBeUndefined();
    keychain.isLocked = false;
    expect(await secrets.get('openai')).toBeUndefined();
    keychain.restart();
    expect(await openSecrets().get('openai')).toBe('sk-one');
  });

  test('causes no error if it cannot be set aside either', async () => {
    keychain.key = 'key of another Mac';
    const secrets = openSecrets();
    await secrets.get('another');
    rmSync(folder, { recursive: true });
    expect(await secrets.get('openai')).toBeUndefined();
    mkdirSync(folder);
  });

  test('leaves only a limited number of copies', async () => {
    for (let count = 0; count < 30; count += 1) {
      keychain.key = `key ${count} of another Mac`;
      const secrets = openSecrets();
      expect(await secrets.get('openai')).toBeUndefined();
      await secrets.set('openai', 'sk-one');
    }
    expect(JSON.parse(readFileSync(path, 'utf8')).setAside).toHaveLength(20);
  });
});

test('A secret encrypted with an old key is read, and encrypted again with the new one', async () => {
  await openSecrets().set('openai', 'sk-one');
  keychain.formerKeys.push(keychain.key);
  keychain.key = 'key 2';
  expect(await openSecrets().get('openai')).toBe('sk-one');
  keychain.formerKeys.pop();
  expect(await openSecrets().get('openai')).toBe('sk-one');
});

test('A secret that could not be encrypted or stored is reported, and not available', async () => {
  keychain.isLocked = true;
  const secrets = openSecrets();
  await expect(secrets.set('openai', 'sk-one')).rejects.toThrow('Error while encrypting');
  expect(await secrets.get('openai')).toBeUndefined();
  const elsewhere = new SafeStorageSecrets(new FakeSafeStorage(), join(folder, 'missing', 'secrets.json'));
  await expect(elsewhere.set('openai', 'sk-one')).rejects.toThrow('ENOENT');
  expect(await elsewhere.get('openai')).toBeUndefined();
});

test.each(['{"secrets": {', '{"secrets": {"openai": 1}}', '[]'])(
  'A file that contains %s is set aside',
  async (content) => {
    writeFileSync(path, content);
    const secrets = openSecrets();
    expect(await secrets.get('openai')).toBeUndefined();
    await secrets.set('openai', 'sk-new');
    const [aside] = readdirSync(folder).filter((name) => name !== 'secrets.json');
    expect(readFileSync(join(folder, aside!), 'utf8')).toBe(content);
  },
);
