import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReleaseFile, releaseFileSchema } from '@workspace/contract/releases';
import { ReleaseError } from './release-error.ts';

/**
 * Resolves with the releases described in a folder; none if it doesn't exist. Throws `ReleaseError` for an invalid
 * file.
 */
export async function readReleases(folder: string): Promise<ReleaseFile[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readRelease(folder, name)));
}

async function readRelease(folder: string, name: string): Promise<ReleaseFile> {
  try {
    return releaseFileSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
  } catch (error) {
    throw new ReleaseError(`${join(folder, name)} describes no release. Mend or remove it first.`, { cause: error });
  }
}
