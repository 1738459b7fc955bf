import { pino } from 'pino';
import type { ServerConfig } from '../config.ts';
import { createServices } from '../create-services.ts';
import { startBundledDatabase } from '../database/bundled/bundled-database.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { type DatabaseLocation, openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { logOptions } from '../http/log.ts';
import type { Services } from '../services.ts';

const STDERR = 2;

/**
 * Connects to the database of the server, whether or not that runs: to the one of DATABASE_URL, else to the bundled one,
 * which is started for the time being where no server has. Jobs can be enqueued; the server does them.
 *
 * @throws BundledDatabaseError, and what `pg` throws where the database can't be used
 */
export async function openServices(config: ServerConfig): Promise<{ services: Services; close(): Promise<void> }> {
  const log = pino(logOptions('warn'), pino.destination(STDERR));
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const location = await locateDatabase(config, closers);
    await migrateDatabase(location);
    const handle = openDatabase(location, (error) => log.warn({ err: error }, 'database connection lost'));
    closers.push(() => handle.close());
    const services = createServices({ config, location, handle, log });
    closers.push(() => services.jobs.stop());
    await services.jobs.start();
    return { services, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function locateDatabase(
  { databaseUrl, dataDir }: ServerConfig,
  closers: (() => Promise<void>)[],
): Promise<DatabaseLocation> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const running = await findRunningDatabase(dataDir);
  if (running !== undefined) return running;
  const started = await startBundledDatabase({ dataDir });
  closers.push(() => started.stop());
  return started.connection;
}
