import { type ReleaseFile, versionSchema } from '@workspace/contract/releases';
import { gt, lt, valid } from 'semver';

/** Why a version can't be released after those that there are, in plain words; undefined where it can. */
export function objectionTo(version: string, releases: readonly ReleaseFile[]): string | undefined {
  if (!versionSchema.safeParse(version).success || valid(version) !== version)
    return `“${version}” is no version. Versions look like 0.6.0 or 1.0.0-beta.2.`;
  // An image for development gives way to a release of the same version.
  const inTheWay = releases.find((release) =>
    release.isDevelopment ? lt(version, release.version) : !gt(version, release.version),
  );
  return inTheWay && `${version} is not newer than ${inTheWay.version}, which is released already.`;
}
