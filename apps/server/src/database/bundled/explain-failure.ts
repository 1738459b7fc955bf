import { BundledDatabaseError } from './bundled-database-error.ts';
import { InitializationError } from './initialize-cluster.ts';
import { StartError } from './postgres-process.ts';

/** What to do about an error of PostgreSQL or the system; the first match applies. */
const ADVICE: readonly [RegExp, string][] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, 'Free some disk space and start again.'],
  [
    /EACCES|EPERM|EROFS|permission|ownership|read-?only|unable to open database file/i,
    'Give the folder and everything in it to the user who starts the server (for root, to the user nobody), or choose another DATA_DIR.',
  ],
  [/ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP|ENOENT.* mkdir/, 'Choose a folder for DATA_DIR.'],
  [
    /incompatible with (?:the )?server|not compatible/i,
    'Another version of PostgreSQL made it: start the version of the server that did, save the data with pg_dump, and load them into a new DATA_DIR.',
  ],
  [
    /look up effective user/,
    'Give this user an entry in /etc/passwd, or set DATABASE_URL to a database that runs elsewhere.',
  ],
  [
    /^spawn|failed to execute|shared librar/,
    "Its programs do not run on this machine: run 'npm ci', or set DATABASE_URL to a database that runs elsewhere.",
  ],
  [/do not end/, 'Stop them and start again.'],
];
const OTHERWISE = 'Restore the folder from a backup, or move it away to start fresh. postgres.log in it may say more.';

/**
 * Explains in one plain line why the database doesn't start and what to do. Returns errors that it can't explain as
 * they are.
 */
export function explainFailure(error: unknown, dataDir: string): unknown {
  if (error instanceof BundledDatabaseError) return error;
  const isKnown = error instanceof StartError || error instanceof InitializationError || isSystemError(error);
  if (!isKnown) return error;
  const reason = oneLine(error.message);
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(reason)) ?? [undefined, OTHERWISE];
  return new BundledDatabaseError(`The bundled database in DATA_DIR (${dataDir}) doesn't start: ${reason}. ${advice}`, {
    cause: error,
  });
}

/** Returns whether an error comes from the file system, or from the lock file. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && ('syscall' in error || 'errcode' in error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim();
}
