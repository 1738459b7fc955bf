import { type ReleaseFile, versionSchema } from '@workspace/contract/releases';
import { gt, lt, valid } from 'semver';
import { CURRENT_LINE, type ReleaseLine } from '../../src/electron/release-line.ts';

/** Returns why a version can't be released in a line after the existing ones, in plain words; undefined if it can. */
export function objectionTo(version: string, releases: readonly ReleaseFile[], line: ReleaseLine): string | undefined {
  if (!versionSchema.safeParse(version).success || valid(version) !== version)
    return `“${version}” is no version. Versions look like 0.6.0 or 1.0.0-beta.2.`;
  const lineOf = (release: ReleaseFile) => release.channel ?? CURRENT_LINE.channel;
  const inTheWay = releases.find((release) => {
    // File names contain only the version, not the line.
    if (lineOf(release) !== line.channel) return release.version === version;
    // A development image gives way to a release of the same version.
    return release.isDevelopment ? lt(version, release.version) : !gt(version, release.version);
  });
  if (inTheWay) return `${version} is not newer than ${inTheWay.version}, which is released already.`;
  const current = releases.filter((release) => lineOf(release) === CURRENT_LINE.channel);
  // Otherwise a Mac wouldn't switch to the current line when its system is upgraded.
  if (line.channel !== CURRENT_LINE.channel && !current.some((release) => gt(release.version, version)))
    return `${version} is not older than each version of the current line, which follows it on newer systems.`;
  return undefined;
}
