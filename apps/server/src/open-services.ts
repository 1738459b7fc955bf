import { pino } from 'pino';
import type { ServerConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { type BundledDatabaseOptions, startBundledDatabase } from './database/bundled/bundled-database.ts';
import { type DatabaseLocation, openDatabase } from './database/database.ts';
import { checkTables, migrateDatabase } from './database/migrate.ts';
import { logOptions } from './http/log.ts';
import type { Services } from './services.ts';

/**
 * The log goes to stderr, so that stdout has only the requested output. Lines are gathered for a tenth of a second at
 * most, since a write costs more than a line, and all are written when the process ends. If nothing reads them, no more
 * than 8 MiB is held; whatever comes after is lost.
 */
const LOG_DESTINATION = { dest: 2, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: 8 * 1_024 * 1_024 };

export interface OpenServices {
  services: Services;
  /** Closes everything in reverse order, beginning with whatever was added after opening. */
  ends: AsyncDisposableStack;
}

export interface OpeningOptions {
  /** A database that is already running. By default that of DATABASE_URL, else the bundled one, which is started. */
  running?: DatabaseLocation | undefined;
  /** Whether to use tables and queues only as a server has left them. */
  isGuest?: boolean;
  /** Aborted when everything should stop. */
  stopping?: AbortSignal;
}

/**
 * Opens the database, brings its tables up to date and creates the services that every feature uses. Jobs can be
 * enqueued afterwards. If anything fails, what was opened is closed again.
 *
 * @throws the reason of `stopping`, BundledDatabaseError, MigrationError, and what `pg` throws if the database can't be
 *   used
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
