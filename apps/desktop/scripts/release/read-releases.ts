import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReleaseFile, releaseFileSchema } from '@workspace/contract/releases';
import { ReleaseError } from './release-error.ts';

/** The releases that a folder describes; none if it isn't there. Throws `ReleaseError` for a file that says nothing of use. */
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
