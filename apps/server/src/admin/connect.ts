import type { ServerConfig } from '../config.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { openServices } from '../open-services.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Connects to the database of the server, whether or not that runs: to the one of DATABASE_URL, else to the bundled one,
 * which is started for the time being if no server has. It changes neither tables nor queues. Jobs can be enqueued; the server
 * does them.
 *
 * @throws BundledDatabaseError, MigrationError, and what `pg` throws if the database can't be used
 */
export async function connect(
  config: ServerConfig,
  operator: string,
): Promise<{ services: SupportServices; close(): Promise<void> }> {
  const running = config.databaseUrl === undefined ? await findRunningDatabase(config.dataDir) : undefined;
  const { services, ends } = await openServices({ ...config, logLevel: 'warn' }, { running, isGuest: true });
  return { services: { ...services, operator }, close: () => ends.disposeAsync() };
}
