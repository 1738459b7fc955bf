import { pino } from 'pino';
import type { ServerConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { type BundledDatabaseOptions, startBundledDatabase } from './database/bundled/bundled-database.ts';
import { type DatabaseLocation, openDatabase } from './database/database.ts';
import { checkTables, migrateDatabase } from './database/migrate.ts';
import { logOptions } from './http/log.ts';
import type { Services } from './services.ts';

/**
 * The log goes to stderr, so that stdout has only the output that was asked for. Lines are gathered for a tenth of a second at
 * most, since a write costs more than a line, and all are written if the process ends. Where nothing reads them, no more than
 * 8 MiB is held; what comes after is lost.
 */
const LOG_DESTINATION = { dest: 2, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: 8 * 1_024 * 1_024 };

export interface OpenServices {
  services: Services;
  /** Ends what was opened, and what is added to it before that, the last first. */
  ends: AsyncDisposableStack;
}

export interface OpeningOptions {
  /** A database that runs already. Left out: that of DATABASE_URL, else the bundled one, which is started. */
  running?: DatabaseLocation | undefined;
  /** Whether tables and queues are only used, as a server has left them. */
  isGuest?: boolean;
  /** Says that all is to end again. */
  stopping?: AbortSignal;
}

/**
 * Opens the database, brings its tables up to date and makes what every feature works with. Jobs can be enqueued then. Where
 * something fails, what was opened is ended again.
 *
 * @throws the reason of `stopping`, BundledDatabaseError, MigrationError, and what `pg` throws if the database can't be used
 */
export async function openServices(
  config: ServerConfig,
  { running, isGuest = false, stopping }: OpeningOptions = {},
): Promise<OpenServices> {
  const log = pino(logOptions(config.logLevel), pino.destination(LOG_DESTINATION));
  const ends = new AsyncDisposableStack();
  try {
    const onRestart = (reason: string) => log.warn({ reason }, 'database restarted');
    const location = running ?? (await locateDatabase(config, ends, { onRestart, stopping }));
    stopping?.throwIfAborted();
    if (isGuest) await checkTables(location);
    else await migrateDatabase(location, { stopping });
    stopping?.throwIfAborted();
    const handle = openDatabase(location, (error) => log.warn({ err: error }, 'database connection lost'));
    ends.defer(() => handle.close());
    const services = createServices({ config, location, handle, log, isGuest });
    ends.defer(() => services.mailer.close());
    ends.defer(() => services.jobs.stop());
    await services.jobs.start();
    stopping?.throwIfAborted();
    return { services, ends };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

async function locateDatabase(
  { databaseUrl, dataDir }: ServerConfig,
  ends: AsyncDisposableStack,
  options: Pick<BundledDatabaseOptions, 'onRestart' | 'stopping'>,
): Promise<DatabaseLocation> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const bundled = await startBundledDatabase({ dataDir, ...options });
  ends.defer(() => bundled.stop());
  return bundled.connection;
}
