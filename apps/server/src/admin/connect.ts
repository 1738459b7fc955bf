import type { ServerConfig } from '../config.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { openServices } from '../open-services.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Connects to the server's database, whether or not the server is running: the one in DATABASE_URL, else the bundled
 * one, which is started temporarily if no server is running it. Changes neither tables nor queues. Jobs can be
 * enqueued; the server runs them.
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
