import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import { parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import { expect, test } from 'vitest';
import { CURRENT_LINE, MACOS_12_LINE } from '../../src/electron/release-line.ts';
import { feedNameOf, updateFeed } from './update-feed.ts';

const API = 'https://api.example.com';
const DATE = '2026-01-02T03:04:05.000Z';
const ARCHIVE = { name: 'Saykey-0.6.0-universal-mac.zip', sha512: 'Zm9v/+=', bytes: 123_456_789 };

test('The updater reads the version, and finds the archive where the server serves it', () => {
  const feed = updateFeed('0.6.0', DATE, ARCHIVE, CURRENT_LINE);
  const info = parseUpdateInfo(feed, 'latest-mac.yml', new URL(`${API}${CALL_ADDRESSES.getUpdateFeed.path}`));
  expect(info).toMatchObject({ version: '0.6.0', releaseDate: DATE });
  // The generic provider's address is that of the feed's folder.
  const files = resolveFiles(info, new URL(`${API}/releases/`));
  expect(files).toMatchObject([{ info: { sha512: ARCHIVE.sha512, size: ARCHIVE.bytes } }]);
  expect(files[0]?.url.href).toBe(`${API}${CALL_ADDRESSES.getReleaseFile.path.replace('{name}', ARCHIVE.name)}`);
});

test('The server serves each line’s feed under the name that the updater asks for', () => {
  const served = [CALL_ADDRESSES.getUpdateFeed.path, CALL_ADDRESSES.getMacos12UpdateFeed.path];
  expect([CURRENT_LINE, MACOS_12_LINE].map((line) => `/releases/${feedNameOf(line)}`)).toEqual(served);
});

test('The updater reads which kernel the version needs', () => {
  const line = { ...CURRENT_LINE, oldestKernel: '22.0.0' };
  const info = parseUpdateInfo(updateFeed('1.0.0', DATE, ARCHIVE, line), 'latest-mac.yml', new URL(API));
  expect(info.minimumSystemVersion).toBe('22.0.0');
});
