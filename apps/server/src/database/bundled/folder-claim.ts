import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a file that another connection has locked: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

export interface FolderClaim {
  release(): void;
}

/**
 * Claims the folder of a lock file. The lock is the kernel's, through SQLite: it is taken atomically, needs no process
 * ids, which may be another process's by now, and ends with this process, however that ends.
 *
 * @param file the lock file, which is created if it doesn't exist, and stays
 * @returns undefined if another process already has the claim, or this one does
 */
export function claimFolder(file: string): FolderClaim | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written: no journal file is needed next to it.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
