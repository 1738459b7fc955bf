import { posix } from 'node:path';
import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import type { ReleaseLine } from '../../src/electron/release-line.ts';

export interface FeedArchive {
  /** The zip archive's file name. */
  name: string;
  /** SHA-512 in base64. */
  sha512: string;
  bytes: number;
}

/** Path of all lines' feeds. */
const FEEDS = posix.dirname(CALL_ADDRESSES.getUpdateFeed.path);

/** Returns the name of a line's feed, as electron-updater requests it on a Mac. */
export function feedNameOf({ channel }: ReleaseLine): string {
  return `${channel}-mac.yml`;
}

/**
 * Returns the feed that tells installed apps about a release, in YAML (electron-updater's `UpdateInfo`). It differs
 * from the one that electron-builder writes: the server serves a release's files one level below the feed. `date` is
 * ISO 8601. Macs whose kernel is older than the line's ignore the version.
 */
export function updateFeed(
  version: string,
  date: string,
  { name, sha512, bytes }: FeedArchive,
  { oldestKernel }: ReleaseLine,
): string {
  const path = posix.relative(FEEDS, CALL_ADDRESSES.getReleaseFile.path.replace('{name}', name));
  return `version: ${version}
files:
  - url: ${path}
    sha512: ${sha512}
    size: ${bytes}
path: ${path}
sha512: ${sha512}
minimumSystemVersion: ${oldestKernel}
releaseDate: '${date}'
`;
}
