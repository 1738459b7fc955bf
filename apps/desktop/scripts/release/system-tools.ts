import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { getNativeModules } from './native-modules.ts';
import type { RunProgram } from './program.ts';
import { ReleaseError } from './release-error.ts';
import type { AppPackage, ImageMaker, ReleaseTools, Signature } from './release-tools.ts';

export interface SystemToolsOptions {
  /** The repository. */
  root: string;
  run: RunProgram;
  /** A value of `process.platform`. */
  platform: string;
  /** Whether the environment has credentials for notarizing: without them, electron-builder silently skips it. */
  canNotarize: boolean;
}

/** Returns the release tools on this machine: Git, Vite, electron-builder and Apple's tools. */
export function systemTools({ root, run, platform, canNotarize }: SystemToolsOptions): ReleaseTools {
  const app = join(root, 'apps', 'desktop');
  const packages = join(app, 'build', 'packages');

  const show = async (command: string, args: readonly string[], cwd: string) => {
    const { exitCode } = await run(command, args, { cwd, isShown: true });
    if (exitCode !== 0) throw new ReleaseError(`${command} failed, see above. Nothing was published.`);
  };
  const builder = (...args: string[]) =>
    show('electron-builder', ['--mac', ...args, '--config', 'electron-builder.ts', '--publish', 'never'], app);

  const images: ImageMaker = {
    async make(version, { isSigned }) {
      if (isSigned && !canNotarize)
        throw new ReleaseError(
          'Nothing says how to notarize the app: set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER (docs/releasing.md), or publish it with --unsigned.',
        );
      await builder('--universal', `-c.forceCodeSigning=${isSigned}`);
      return packageOf(packages, version);
    },
    signatureOf: (path) => signatureOf(path, run, root),
  };

  return {
    async changedFiles() {
      const { exitCode, output } = await run('git', ['status', '--porcelain'], { cwd: root });
      if (exitCode !== 0) throw new ReleaseError('A release must be made in a Git clone of the repository.');
      return output.split('\n').flatMap((line) => line.slice('XY '.length).trim() || []);
    },
    setVersion: (version) => setVersion(root, version),
    async build() {
      await getNativeModules(root, run);
      await show('npm', ['run', 'build', '-w', 'apps/desktop'], root);
    },
    packFolders: () => builder('dir', '--arm64', '--x64'),
    images: platform === 'darwin' ? images : undefined,
  };
}

/** Where electron-builder puts its output, according to `electron-builder.ts` and its own conventions. */
function packageOf(folder: string, version: string): AppPackage {
  const archive = join(folder, `${PRODUCT_NAME}-${version}-universal-mac.zip`);
  return {
    app: join(folder, 'mac-universal', `${PRODUCT_NAME}.app`),
    image: join(folder, `${PRODUCT_NAME}-${version}.dmg`),
    archive,
    blockmap: `${archive}.blockmap`,
  };
}

async function setVersion(root: string, version: string): Promise<() => Promise<void>> {
  const manifest = join(root, 'apps/desktop/package.json');
  const lockfile = join(root, 'package-lock.json');
  const formerly = [
    { path: manifest, text: await readFile(manifest, 'utf8') },
    { path: lockfile, text: await readFile(lockfile, 'utf8') },
  ] as const;
  const [appPackage, lock] = formerly.map(({ text }) => JSON.parse(text));
  appPackage.version = version;
  lock.packages['apps/desktop'].version = version;
  await writeFile(manifest, `${JSON.stringify(appPackage, null, 2)}\n`);
  await writeFile(lockfile, `${JSON.stringify(lock, null, 2)}\n`);
  return async () => {
    for (const { path, text } of formerly) await writeFile(path, text);
  };
}

/**
 * Resolves with macOS's own verdict on an app: from codesign on its signature, from stapler on Apple's ticket for it.
 */
async function signatureOf(app: string, run: RunProgram, cwd: string): Promise<Signature> {
  const verification = await run('codesign', ['--verify', '--deep', '--strict', app], { cwd });
  if (verification.exitCode !== 0) return 'none';
  const { output } = await run('codesign', ['--display', '--verbose=2', app], { cwd });
  if (!/^Authority=Developer ID Application: /m.test(output)) return 'none';
  const { exitCode } = await run('xcrun', ['stapler', 'validate', app], { cwd });
  return exitCode === 0 ? 'notarized' : 'signed';
}
