import { execFile } from 'node:child_process';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { STOP_TIMEOUT_MS } from './postgres-process.ts';
import type { UserIds } from './program-launcher.ts';

const POLL_MS = 25;

/**
 * Ends the `postgres` that a killed server of ours left behind on a cluster, or waits for it if it is already ending.
 * Call it only with the cluster claimed: then nobody else's can be running.
 *
 * @param patienceMs how long an orderly shutdown may take
 * @throws AbortError when `signal` is aborted
 */
export async function endOrphan(cluster: string, signal: AbortSignal, patienceMs = STOP_TIMEOUT_MS): Promise<void> {
  const pid = await pidIn(join(cluster, 'postmaster.pid'));
  const startedAt = performance.now();
  while (pid !== undefined && (await isServerOf(cluster, pid))) {
    kill(pid, performance.now() - startedAt < patienceMs ? 'SIGINT' : 'SIGQUIT');
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * Makes the lock file of an ended `postgres` acceptable to the next one. PostgreSQL considers it stale only if its
 * process id is free, but that may belong to a zombie, or to another process by now. Its own parent's id it always
 * ignores. The rest of the file stays: it tells PostgreSQL whether processes of the old server still use its memory.
 *
 * @param owner the user who must own the file, if that isn't the user of this process
 */
export async function adoptLockFile(file: string, owner: UserIds | undefined): Promise<void> {
  const content = await read(file);
  if (content === undefined) return;
  const [, ...rest] = content.split('\n');
  const next = `${file}.next`;
  await rm(next, { force: true });
  await writeNew(next, [process.pid, ...rest].join('\n'), owner);
  await rename(next, file);
}

async function writeNew(file: string, content: string, owner: UserIds | undefined): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    if (owner) await handle.chown(owner.uid, owner.gid);
  } finally {
    await handle.close();
  }
}

async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number.parseInt((await read(file)) ?? '', 10);
  return pid > 0 ? pid : undefined;
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns whether the process is PostgreSQL's main process on the cluster. A zombie isn't: it has no command line. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  const commandLine = process.platform === 'linux' ? await commandLineByProc(pid) : await commandLineByPs(pid);
  return commandLine.includes(`postgres -D ${cluster} `);
}

async function commandLineByProc(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  );
}

async function commandLineByPs(pid: number): Promise<string> {
  return promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', `${pid}`]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function kill(pid: number, how: NodeJS.Signals): void {
  try {
    process.kill(pid, how);
  } catch {
    // It has ended meanwhile.
  }
}
