import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLatestRelease, listReleases } from '@workspace/contract/releases';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';

const NOTES = { sha256: 'a'.repeat(64), size: 3, date: '2026-01-02', notes: 'What is new.' };
const API = 'https://api.example.com';

/** Starts a server whose folder of releases contains the given files. */
async function serve(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'releases-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), new Date('2026-02-03T04:05:06Z'), new Date('2026-02-03T04:05:06Z'));
  }
  const server = await startTestServer({ config: { releasesDir: folder, publicApiUrl: API } });
  onTestFinished(() => server.close());
  return server;
}

function described(version: string): Record<string, string> {
  return { [`${version}.json`]: JSON.stringify({ version, ...NOTES }) };
}

test('Releases are listed newest version first, not alphabetically', async () => {
  const server = await serve({ ...described('0.5.5'), ...described('0.10.0'), ...described('0.9.1') });
  const answer = await server.call(listReleases, {});
  expect(answer).toMatchObject({ ok: true, data: [{ version: '0.10.0' }, { version: '0.9.1' }, { version: '0.5.5' }] });
});

test('A release has a download address, a size and a checksum', async () => {
  const server = await serve(described('0.5.5'));
  expect(await server.call(getLatestRelease, {})).toMatchObject({
    data: { version: '0.5.5', downloadUrl: `${API}/download/0.5.5`, ...NOTES },
  });
});

test('The latest release is not a preview if there is another', async () => {
  const server = await serve({ ...described('0.5.5'), ...described('0.6.0-beta.1') });
  expect(await server.call(getLatestRelease, {})).toMatchObject({ data: { version: '0.5.5' } });
});

test('An image without a description is listed with a computed checksum', async () => {
  const server = await serve({ 'Saykey-0.6.0.dmg': 'image' });
  expect(await server.call(getLatestRelease, {})).toMatchObject({
    data: {
      version: '0.6.0',
      sha256: createHash('sha256').update('image').digest('hex'),
      size: 5,
      date: '2026-02-03',
      notes: '',
    },
  });
});

test('Unusable files are ignored without affecting others', async () => {
  const server = await serve({
    ...described('0.5.5'),
    '0.6.0.json': 'not json',
    '0.7.0.json': '{"version":"0.7.0"}',
    '0.8.0.json': JSON.stringify({ version: '0.9.9', ...NOTES }),
    'Saykey-latest.dmg': 'no version',
    'other.txt': '',
  });
  expect(await server.call(listReleases, {})).toMatchObject({ data: [{ version: '0.5.5' }] });
});

test.each(['empty', 'missing'])(
  'Without releases the list is empty and the latest is not found (folder %s)',
  async (kind) => {
    const server = await serve({});
    const other = await startTestServer({
      config: { releasesDir: kind === 'empty' ? server.services.config.releasesDir : '/nowhere' },
    });
    onTestFinished(() => other.close());
    expect(await other.call(listReleases, {})).toMatchObject({ ok: true, data: [] });
    expect(await other.call(getLatestRelease, {})).toMatchObject({ status: 404, errors: ['There is no release yet.'] });
  },
);

test('A version’s image downloads under its own name and may be cached', async () => {
  const server = await serve({ ...described('0.5.5'), 'Saykey-0.5.5.dmg': 'image' });
  const response = await fetch(`${server.url}/download/0.5.5`);
  expect(await response.text()).toBe('image');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-apple-diskimage',
    'content-disposition': 'attachment; filename="Saykey-0.5.5.dmg"',
    'content-length': '5',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
  });
});

test('A version without an image is not found, and an invalid version is rejected', async () => {
  const server = await serve(described('0.5.5'));
  expect((await fetch(`${server.url}/download/0.5.5`)).status).toBe(404);
  expect((await fetch(`${server.url}/download/9.9.9`)).status).toBe(404);
  expect((await fetch(`${server.url}/download/latest`)).status).toBe(400);
});

test('Files can be requested in ranges, as updaters and resumed downloads do', async () => {
  const server = await serve({ 'Saykey-0.5.5.dmg': '0123456789' });
  const get = (range: string) => fetch(`${server.url}/releases/files/Saykey-0.5.5.dmg`, { headers: { Range: range } });
  const middle = await get('bytes=2-4');
  expect([middle.status, middle.headers.get('content-range'), await middle.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ]);
  expect(await (await get('bytes=-3')).text()).toBe('789');
  const beyond = await get('bytes=20-30');
  expect(beyond.status).toBe(416);
});

test('The update feed and the files that it names are served', async () => {
  const server = await serve({
    'latest-mac.yml': 'version: 0.5.5',
    'Saykey-0.5.5-universal-mac.zip': 'zip',
    'Saykey-0.5.5-universal-mac.zip.blockmap': 'map',
  });
  const feed = await fetch(`${server.url}/releases/latest-mac.yml`);
  expect([feed.status, feed.headers.get('content-type'), await feed.text()]).toEqual([
    200,
    'text/yaml',
    'version: 0.5.5',
  ]);
  for (const [name, content] of [
    ['Saykey-0.5.5-universal-mac.zip', 'zip'],
    ['Saykey-0.5.5-universal-mac.zip.blockmap', 'map'],
  ]) {
    expect(await (await fetch(`${server.url}/releases/files/${name}`)).text()).toBe(content);
  }
});

test('Macs with macOS 12 get the general feed until they have their own', async () => {
  const feedOf = async (server: { url: string }) => (await fetch(`${server.url}/releases/macos-12-mac.yml`)).text();
  expect(await feedOf(await serve({ 'latest-mac.yml': 'version: 0.6.0' }))).toBe('version: 0.6.0');
  const both = { 'latest-mac.yml': 'version: 1.0.0', 'macos-12-mac.yml': 'version: 0.6.1' };
  expect(await feedOf(await serve(both))).toBe('version: 0.6.1');
});

test('A release only for macOS 12 is listed but is not the latest', async () => {
  const [name, content] = Object.entries(described('0.9.1'))[0]!;
  const older = { [name]: JSON.stringify({ ...JSON.parse(content), channel: 'macos-12' }) };
  const server = await serve({ ...described('0.9.0'), ...older });
  expect(await server.call(listReleases, {})).toMatchObject({ data: [{ version: '0.9.1' }, { version: '0.9.0' }] });
  expect(await server.call(getLatestRelease, {})).toMatchObject({ data: { version: '0.9.0' } });
});

test('HEAD gives the size without the file', async () => {
  const server = await serve({ 'Saykey-0.5.5.dmg': 'image' });
  const response = await fetch(`${server.url}/download/0.5.5`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '5', '']);
});

test.each([
  '0.5.5.json',
  'secret.txt',
  '../package.json',
  '..%2F..%2Fetc%2Fpasswd',
  '%2e%2e%2fsecret.txt',
  '..\\secret.txt',
  'Saykey-0.5.5.dmg%00.txt',
  'Saykey-0.5.5.dmg/',
  '.',
  '%2Fetc%2Fpasswd',
  'toString',
])('Nothing else in or above the folder is served: %s', async (name) => {
  const server = await serve({ ...described('0.5.5'), 'Saykey-0.5.5.dmg': 'image', 'secret.txt': 'secret' });
  const response = await fetch(`${server.url}/releases/files/${name}`);
  expect([400, 404]).toContain(response.status);
  expect(await response.json()).toMatchObject({ errors: [expect.any(String)] });
});
