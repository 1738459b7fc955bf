// Makes a release of the Mac app: npm run release -- VERSION. See docs/releasing.md.
import { join, resolve } from 'node:path';
import { RELEASE_LINE } from '../src/electron/release-line.ts';
import { makeRelease } from './release/make-release.ts';
import { runProgram } from './release/program.ts';
import { parseReleaseArguments } from './release/release-arguments.ts';
import { readReleaseEnvironment } from './release/release-environment.ts';
import { ReleaseError } from './release/release-error.ts';
import { systemTools } from './release/system-tools.ts';

const root = resolve(import.meta.dirname, '../../..');

async function release(): Promise<void> {
  const invocation = parseReleaseArguments(process.argv.slice(2));
  if ('help' in invocation) {
    process.stdout.write(invocation.help);
    return;
  }
  const { calledFrom = '.', canNotarize } = readReleaseEnvironment(process.env);
  const folder = resolve(calledFrom, invocation.folder ?? join(root, 'releases'));
  const tools = systemTools({ root, run: runProgram, platform: process.platform, canNotarize });
  const { file, signature, isOffered } = await makeRelease(
    { ...invocation, folder, line: RELEASE_LINE, now: new Date() },
    tools,
  );
  console.log(`Released ${file.version} (${signature === 'notarized' ? 'signed and notarized' : 'NOT signed'}) in ${folder}
SHA-256 ${file.sha256}
${isOffered ? 'Installed apps will be told of it.' : 'Installed apps will not be told of it: it is no signed, final version.'}
Now commit apps/desktop/package.json, package-lock.json and ${file.version}.json, and copy the folder to RELEASES_DIR of each server.`);
}

try {
  await release();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
