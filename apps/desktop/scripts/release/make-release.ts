import type { ReleaseFile } from '@workspace/contract/releases';
import type { ReleaseLine } from '../../src/electron/release-line.ts';
import { publishRelease } from './publish-release.ts';
import { readReleases } from './read-releases.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseTools, Signature } from './release-tools.ts';
import { objectionTo } from './version-order.ts';

export interface ReleaseRequest {
  version: string;
  /** Release notes for users. */
  notes: string;
  /** Also publishes an app that isn't signed and notarized, and says so in its notes. */
  isUnsignedAllowed: boolean;
  /** The folder that the server reads. */
  folder: string;
  /** The release line it belongs to. */
  line: ReleaseLine;
  now: Date;
}

export interface MadeRelease {
  file: ReleaseFile;
  signature: Signature;
  /** Whether installed apps will be offered it. */
  isOffered: boolean;
}

const UNSIGNED_NOTE =
  'This image is not signed by a known developer: macOS refuses to open it until that is allowed in System Settings, Privacy & Security.';

/**
 * Makes a release and puts it where the server finds it. The version stays in the app's package only on success.
 *
 * @throws ReleaseError if it can't be made here, or must not be published
 */
export async function makeRelease(request: ReleaseRequest, tools: ReleaseTools): Promise<MadeRelease> {
  const { version, folder, isUnsignedAllowed, line } = request;
  const objection = objectionTo(version, await readReleases(folder), line);
  if (objection) throw new ReleaseError(objection);
  const changed = await tools.changedFiles();
  if (changed.length > 0)
    throw new ReleaseError(`A release needs a clean work tree. Not committed: ${changed.join(', ')}.`);

  const restoreVersion = await tools.setVersion(version);
  try {
    await tools.build();
    const { images } = tools;
    if (!images) {
      await tools.packFolders();
      throw new ReleaseError(
        'The app was built and packed into folders, and nothing was published: disk images are made, signed and notarized on macOS alone.',
      );
    }
    const made = await images.make(version, { isSigned: !isUnsignedAllowed });
    const signature = await images.signatureOf(made.app);
    if (signature !== 'notarized' && !isUnsignedAllowed)
      throw new ReleaseError(
        `The app is ${signature === 'signed' ? 'signed but not notarized' : 'not signed'}, so nothing was published. docs/releasing.md says what signs and notarizes it; --unsigned publishes it as it is.`,
      );
    return await publish(request, made, signature);
  } catch (error) {
    await restoreVersion();
    throw error;
  }
}

async function publish(
  { version, notes, folder, now, line }: ReleaseRequest,
  made: Parameters<typeof publishRelease>[1],
  signature: Signature,
): Promise<MadeRelease> {
  const isNotarized = signature === 'notarized';
  // The updater takes the newest version offered, and macOS doesn't replace an app with another developer's.
  const isOffered = isNotarized && !version.includes('-');
  const said = isNotarized ? notes : [notes, UNSIGNED_NOTE].filter(Boolean).join('\n');
  const file = await publishRelease({ version, notes: said, now, isOffered, line, folder }, made);
  return { file, signature, isOffered };
}
