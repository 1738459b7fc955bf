import { DatabaseSync } from 'node:sqlite';

/** The result code of SQLite for a file that another connection has locked: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

export interface FolderClaim {
  release(): void;
}

/**
 * Claims the folder of a lock file. The lock is the kernel's, by way of SQLite: it is taken in one step, needs no
 * process ids that another process may have by now, and ends with this process however that ends.
 *
 * @param file the lock file, which is made if it isn't there, and stays
 * @returns undefined if another process has it, or this one already
 */
export function claimFolder(file: string): FolderClaim | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written: no journal is needed on disk beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
