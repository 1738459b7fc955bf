import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE, SUPERUSER } from './cluster-settings.ts';
import { failureIn } from './failure-line.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import type { ProgramLauncher, ProgramRun } from './program-launcher.ts';

/** Prefix of unfinished clusters' names. Every start that was killed may have left one behind. */
const UNFINISHED = 'unfinished-';

export interface ClusterPlan {
  launcher: ProgramLauncher;
  programs: PostgresPrograms;
  /** Who may connect, as lines of pg_hba.conf. */
  access: string;
  /** Whether the cluster must survive a power failure. */
  isDurable: boolean;
  /** Aborted when the cluster is no longer wanted. */
  stopping?: AbortSignal | undefined;
}

/** PostgreSQL couldn't create a cluster. The message is PostgreSQL's own. */
export class InitializationError extends Error {
  override readonly name = 'InitializationError';
}

/**
 * Creates a new cluster with the service's role and database. The cluster gets its name once all of it is on disk:
 * however this is interrupted, the next start starts over.
 *
 * @param folder where the cluster is created; it belongs to the launcher's user
 * @param name the name of the cluster's folder, which doesn't exist yet
 * @throws InitializationError, and the reason of `stopping`
 */
export async function initializeCluster(folder: string, name: string, plan: ClusterPlan): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(UNFINISHED)) await remove(join(folder, entry));
  }
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`);
  try {
    await makeCluster(unfinished, plan);
  } catch (error) {
    await remove(unfinished);
    throw error;
  }
  await rename(unfinished, join(folder, name));
  if (plan.isDurable) await syncFolder(folder);
}

/**
 * Removes what it can: programs of a start killed a moment ago may still be working in the folder. A leftover does no
 * harm.
 */
async function remove(unfinished: string): Promise<void> {
  await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 }).catch(() => {});
}

async function makeCluster(
  folder: string,
  { launcher, programs, access, isDurable, stopping }: ClusterPlan,
): Promise<void> {
  const { initdb, postgres } = programs;
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const kind = [`--username=${SUPERUSER}`, '--auth=trust', '--data-checksums', '--no-instructions', '--no-sync'];
  expectSuccess(await launcher.run(initdb, ['-D', folder, ...locale, ...kind], { stopping }));
  // In single-user mode: no server is running that anyone could reach, or connect to as the superuser.
  const sql = `CREATE ROLE ${SERVICE} LOGIN;\nCREATE DATABASE ${SERVICE} OWNER ${SERVICE};\n`;
  const alone = ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', SUPERUSER];
  expectSuccess(await launcher.run(postgres, alone, { input: sql, stopping }));
  await writeFile(join(folder, 'pg_hba.conf'), access);
  if (isDurable) expectSuccess(await launcher.run(initdb, ['-D', folder, '--sync-only'], { stopping }));
}

function expectSuccess({ exitCode, stderr }: ProgramRun): void {
  if (exitCode === 0) return;
  const lines = stderr.trim().split('\n');
  throw new InitializationError(lines.map(failureIn).find(Boolean) ?? lines.at(-1));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
