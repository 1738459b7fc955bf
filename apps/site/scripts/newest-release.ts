import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReleaseFile, releaseFileSchema } from '@workspace/contract/releases';
import { rcompare } from 'semver';

/** Returns the newest release described in a folder. Throws if a release file is invalid or there is none. */
export function readNewestRelease(folder: string): ReleaseFile {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const releases = files.map((name) => releaseFileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  const [newest] = releases.toSorted((one, other) => rcompare(one.version, other.version));
  if (newest === undefined) throw new Error(`No release was found in ${folder}.`);
  return newest;
}
