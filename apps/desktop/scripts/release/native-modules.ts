import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { digestOf } from './file-digest.ts';
import type { RunProgram } from './program.ts';
import { ReleaseError } from './release-error.ts';

const MODULES = ['arm64', 'x64'].map((architecture) => `@koromix/koffi-darwin-${architecture}`);

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});
const packageSchema = z.object({ version: z.string() });

/**
 * Fetches the native modules for both Mac architectures, of which npm installs at most this machine's, with the
 * lockfile's versions and checksums. Throws `ReleaseError`.
 */
export async function getNativeModules(root: string, run: RunProgram): Promise<void> {
  const { packages } = lockfileSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  for (const name of MODULES) {
    const folder = join(root, 'node_modules', name);
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    if (!version || !integrity) throw new ReleaseError(`The lockfile does not contain ${name}.`);
    if ((await installedVersion(folder)) === version) continue;
    const scratch = await mkdtemp(join(tmpdir(), 'native-modules-'));
    try {
      const archive = await fetchArchive(`${name}@${version}`, scratch, run);
      if (`sha512-${await digestOf(archive, 'sha512', 'base64')}` !== integrity)
        throw new ReleaseError(`What npm fetched for ${name} ${version} doesn’t match the lockfile’s checksum.`);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const { exitCode } = await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], { cwd: root });
      if (exitCode !== 0) throw new ReleaseError(`${name} could not be unpacked.`);
    } finally {
      await rm(scratch, { recursive: true });
    }
  }
}

async function fetchArchive(wanted: string, scratch: string, run: RunProgram): Promise<string> {
  const { exitCode } = await run('npm', ['pack', wanted, '--pack-destination', scratch], { cwd: scratch });
  const [archive] = await readdir(scratch);
  if (exitCode !== 0 || !archive)
    throw new ReleaseError(`${wanted} could not be fetched. Check the connection to the npm registry, then try again.`);
  return join(scratch, archive);
}

async function installedVersion(folder: string): Promise<string | undefined> {
  try {
    return packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version;
  } catch {
    return undefined;
  }
}
