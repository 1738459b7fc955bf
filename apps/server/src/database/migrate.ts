import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SERVER_FOLDER } from '../folders.ts';
import { connectionOptions, type DatabaseLocation } from './database.ts';

const MIGRATIONS = join(SERVER_FOLDER, 'migrations');
/** Any number that no other program locks in the same database. */
export const MIGRATION_LOCK = 5_537_801_429;

/**
 * Brings the tables up to date. Servers that start at once do it one after the other: the first applies, the others find
 * nothing left to do.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<void> {
  const client = new pg.Client(connectionOptions(location));
  // The statement under way, or the next one, rejects.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}
