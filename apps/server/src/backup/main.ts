import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { startBundledDatabase } from '../database/bundled/bundled-database.ts';
import { BundledDatabaseError } from '../database/bundled/bundled-database-error.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { checkTables, MigrationError } from '../database/migrate.ts';
import { openServices } from '../open-services.ts';
import { BackupError, restoreBackup, writeBackup } from './backup.ts';

const USAGE = 'Use: npm run backup -- FILE, or npm run restore -- FILE';
/** Errors whose message tells the user all there is to know. */
const PLAIN_ERRORS = [BackupError, ConfigError, BundledDatabaseError, MigrationError];

/** Backs up the database of DATABASE_URL, else the bundled one, whether or not a server is running on it. */
async function backUp(file: string): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const running = databaseUrl === undefined ? await findRunningDatabase(dataDir) : { url: databaseUrl };
  const started = running === undefined ? await startBundledDatabase({ dataDir }) : undefined;
  try {
    const location = running ?? started!.connection;
    await checkTables(location);
    await writeBackup(location, file);
  } finally {
    await started?.stop();
  }
}

/** Restores into a new database, whose tables are created first. No server may run on it meanwhile. */
async function restore(file: string): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const bundled = databaseUrl === undefined ? await startBundledDatabase({ dataDir }) : undefined;
  try {
    const location = bundled?.connection ?? { url: databaseUrl! };
    const { ends } = await openServices({ ...config, logLevel: 'warn' }, { running: location });
    await ends.disposeAsync();
    await restoreBackup(location, file);
  } finally {
    await bundled?.stop();
  }
}

const [action, file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0 || (action !== 'backup' && action !== 'restore')) {
  console.error(USAGE);
  process.exit(2);
}
try {
  // npm starts this in the repository: a relative path is resolved from where it was typed.
  const path = resolve(process.env['INIT_CWD'] ?? '', file);
  await (action === 'backup' ? backUp(path) : restore(path));
  console.log(action === 'backup' ? `Backed up to ${path}.` : `Restored from ${path}.`);
} catch (error) {
  console.error(PLAIN_ERRORS.some((plain) => error instanceof plain) ? (error as Error).message : error);
  process.exitCode = 1;
}
