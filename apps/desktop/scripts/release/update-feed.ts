import { posix } from 'node:path';
import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';

export interface FeedArchive {
  /** The zip archive's file name. */
  name: string;
  /** SHA-512 in base64. */
  sha512: string;
  bytes: number;
}

const FEED_PATH = CALL_ADDRESSES.getUpdateFeed.path;
export const FEED_NAME = posix.basename(FEED_PATH);

/**
 * The feed by which installed apps learn of a release, in YAML (electron-updater's `UpdateInfo`). Not the one that electron-builder
 * writes: the server serves a release's files one level below the feed. `date` is ISO 8601.
 */
export function updateFeed(version: string, date: string, { name, sha512, bytes }: FeedArchive): string {
  const path = posix.relative(posix.dirname(FEED_PATH), CALL_ADDRESSES.getReleaseFile.path.replace('{name}', name));
  return `version: ${version}
files:
  - url: ${path}
    sha512: ${sha512}
    size: ${bytes}
path: ${path}
sha512: ${sha512}
releaseDate: '${date}'
`;
}
