import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReleaseFile } from '@workspace/contract/releases';
import writeFileAtomic from 'write-file-atomic';
import { CURRENT_LINE, type ReleaseLine } from '../../src/electron/release-line.ts';
import { digestOf } from './file-digest.ts';
import type { AppPackage } from './release-tools.ts';
import { feedNameOf, updateFeed } from './update-feed.ts';

export interface Publication {
  version: string;
  notes: string;
  now: Date;
  /** Whether installed apps are offered it. */
  isOffered: boolean;
  line: ReleaseLine;
  folder: string;
}

/**
 * Puts a release into the folder that the server reads. Descriptions are written after the files they name, and the
 * feed last: until then, readers find the previous release intact.
 */
export async function publishRelease(
  { version, notes, now, isOffered, line, folder }: Publication,
  { image, archive, blockmap }: AppPackage,
): Promise<ReleaseFile> {
  await mkdir(folder, { recursive: true });
  for (const file of [image, archive, blockmap]) await copyFile(file, join(folder, basename(file)));
  const release: ReleaseFile = {
    version,
    sha256: await digestOf(image, 'sha256', 'hex'),
    size: await bytesOf(image),
    date: now.toISOString().slice(0, 'YYYY-MM-DD'.length),
    notes,
    ...(line.channel !== CURRENT_LINE.channel && { channel: line.channel }),
  };
  await writeFile(join(folder, `${version}.json`), `${JSON.stringify(release, null, 2)}\n`);
  if (isOffered) {
    const sha512 = await digestOf(archive, 'sha512', 'base64');
    const named = { name: basename(archive), sha512, bytes: await bytesOf(archive) };
    await writeFileAtomic(join(folder, feedNameOf(line)), updateFeed(version, now.toISOString(), named, line));
  }
  return release;
}

async function bytesOf(file: string): Promise<number> {
  return (await stat(file)).size;
}
