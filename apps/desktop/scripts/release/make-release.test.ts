import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseFileSchema } from '@workspace/contract/releases';
import { expect, onTestFinished, test } from 'vitest';
import { CURRENT_LINE, MACOS_12_LINE } from '../../src/electron/release-line.ts';
import { FakeTools, type FakeToolsOptions } from '../testing/fake-tools.ts';
import { makeRelease, type ReleaseRequest } from './make-release.ts';

const NOW = new Date('2026-03-04T05:06:07Z');

/** A folder with the given releases, and a way to make another. */
function workshop(options: Partial<FakeToolsOptions> = {}, releases: Record<string, object | string> = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'release-test-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const folder = join(scratch, 'releases');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(releases))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const tools = new FakeTools({ scratch, ...options });
  const request: ReleaseRequest = {
    version: '0.6.0',
    notes: 'Faster.',
    isUnsignedAllowed: false,
    folder,
    line: CURRENT_LINE,
    now: NOW,
  };
  return {
    tools,
    folder,
    make: (changes: Partial<ReleaseRequest> = {}) => makeRelease({ ...request, ...changes }, tools),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}

const DEVELOPMENT = {
  version: '0.5.5',
  sha256: 'a'.repeat(64),
  size: 3,
  date: '2025-02-28',
  notes: '',
  isDevelopment: true,
};

test('A release consists of its files and a description that the server can read', async () => {
  const { make, folder, read, tools } = workshop({}, { '0.5.5.json': DEVELOPMENT });
  const { file, isOffered } = await make();
  expect(releaseFileSchema.parse(JSON.parse(read('0.6.0.json')))).toEqual(file);
  expect(file).toEqual({
    version: '0.6.0',
    sha256: createHash('sha256').update(read('Saykey-0.6.0.dmg')).digest('hex'),
    size: 'image 0.6.0'.length,
    date: '2026-03-04',
    notes: 'Faster.',
  });
  expect(readdirSync(folder).toSorted()).toEqual([
    '0.5.5.json',
    '0.6.0.json',
    'Saykey-0.6.0-universal-mac.zip',
    'Saykey-0.6.0-universal-mac.zip.blockmap',
    'Saykey-0.6.0.dmg',
    'latest-mac.yml',
  ]);
  expect(tools.calls).toEqual(['build 0.6.0', 'make 0.6.0, signed']);
  expect(isOffered).toBe(true);
});

test('A release is offered to installed apps, with the archive’s checksum', async () => {
  const { make, read } = workshop();
  await make();
  const sha512 = createHash('sha512').update('archive 0.6.0').digest('base64');
  expect(read('latest-mac.yml')).toContain(
    `  - url: files/Saykey-0.6.0-universal-mac.zip\n    sha512: ${sha512}\n    size: 13\n`,
  );
});

test('A release for macOS 12 has its own feed, and its description names its channel', async () => {
  const current = { ...DEVELOPMENT, version: '1.0.0', isDevelopment: undefined };
  const { make, read } = workshop({}, { '1.0.0.json': current, 'latest-mac.yml': 'version: 1.0.0' });
  await make({ line: MACOS_12_LINE });
  expect(read('macos-12-mac.yml')).toContain('version: 0.6.0');
  expect(read('latest-mac.yml')).toBe('version: 1.0.0');
  expect(releaseFileSchema.parse(JSON.parse(read('0.6.0.json'))).channel).toBe('macos-12');
});

test('The app’s package keeps the new version', async () => {
  const { make, tools } = workshop();
  await make();
  expect(tools.version).toBe('0.6.0');
});

test('A release replaces the development image of the same version', async () => {
  const { make, read } = workshop({}, { '0.5.5.json': DEVELOPMENT });
  await make({ version: '0.5.5' });
  expect(JSON.parse(read('0.5.5.json'))).not.toHaveProperty('isDevelopment');
});

test('Preview versions are offered for download, not to installed apps', async () => {
  const { make, folder } = workshop({}, { 'latest-mac.yml': 'version: 0.5.6' });
  expect(await make({ version: '0.6.0-beta.1' })).toMatchObject({ signature: 'notarized', isOffered: false });
  expect(readFileSync(join(folder, 'latest-mac.yml'), 'utf8')).toBe('version: 0.5.6');
});

test.each(['0.5', 'next', '0.5.4'])('Version %s is rejected before anything is done', async (version) => {
  const { make, tools, folder } = workshop({}, { '0.5.5.json': DEVELOPMENT });
  await expect(make({ version })).rejects.toThrow(version);
  expect([tools.calls, tools.version, readdirSync(folder)]).toEqual([[], 'former', ['0.5.5.json']]);
});

test('Uncommitted files are reported by name before anything is done', async () => {
  const { make, tools } = workshop({ changedFiles: ['README.md', 'new.ts'] });
  await expect(make()).rejects.toThrow('Not committed: README.md, new.ts.');
  expect(tools.calls).toEqual([]);
});

test('A broken description of another release is reported by name, not ignored', async () => {
  const { make } = workshop({}, { '0.5.5.json': 'no JSON' });
  await expect(make()).rejects.toThrow(/0\.5\.5\.json describes no release/);
});

test.each([
  ['none', 'not signed'],
  ['signed', 'not notarized'],
] as const)('An app whose signature is “%s” is not published', async (signature, reason) => {
  const { make, folder, tools } = workshop({ signature });
  await expect(make()).rejects.toThrow(reason);
  expect([readdirSync(folder), tools.version]).toEqual([[], 'former']);
});

test('On request, an unsigned release is published: its notes say so, and it is not offered to installed apps', async () => {
  const { make, read, folder, tools } = workshop({ signature: 'none' });
  expect(await make({ isUnsignedAllowed: true })).toMatchObject({ signature: 'none', isOffered: false });
  expect(JSON.parse(read('0.6.0.json')).notes).toMatch(/^Faster\.\nThis image is not signed/);
  expect(readdirSync(folder)).not.toContain('latest-mac.yml');
  expect(tools.calls).toContain('make 0.6.0');
});

test('Without macOS, everything possible is built, and nothing is published', async () => {
  const { make, folder, tools } = workshop({ canMakeImages: false });
  await expect(make({ isUnsignedAllowed: true })).rejects.toThrow('on macOS alone');
  expect([tools.calls, tools.version, readdirSync(folder)]).toEqual([['build 0.6.0', 'pack folders'], 'former', []]);
});

test.each(['build', 'make'] as const)('If %s fails, nothing changes', async (failing) => {
  const { make, folder, tools } = workshop({ failing });
  await expect(make()).rejects.toThrow(`${failing} failed`);
  expect([tools.version, readdirSync(folder)]).toEqual(['former', []]);
});
