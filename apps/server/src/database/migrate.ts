import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SERVER_FOLDER } from '../folders.ts';
import { connectionOptions, type DatabaseLocation } from './database.ts';
import { isLockTimeout } from './database-errors.ts';

export const MIGRATIONS = join(SERVER_FOLDER, 'migrations');
/** An arbitrary number that no other program locks in the same database. */
export const MIGRATION_LOCK = 5_537_801_429;

/** How a migration waits for those who use the tables. */
export interface MigrationPatience {
  /**
   * How long to wait for a lock, with everyone who comes later waiting behind. Far less than the second after which
   * PostgreSQL looks for deadlocks, so that it is never a call that has to give way.
   */
  lockTimeoutMs: number;
  /** Pause between attempts, in which the others continue. */
  pauseMs: number;
  attempts: number;
}

/** About two minutes in total. */
const PATIENCE: MigrationPatience = { lockTimeoutMs: 300, pauseMs: 2_000, attempts: 50 };

/** The tables aren't as this program needs them. The message is one plain line. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const LOCKED =
  "The database's tables can't be brought up to date: another program keeps them locked. End its transaction (see pg_stat_activity), then start again.";
const OUTDATED =
  "The database's tables are older than this program, or missing. Start the server of the same version once, then try again.";

export interface MigrationOptions {
  patience?: MigrationPatience;
  /** Aborted when the migration is no longer wanted. */
  stopping?: AbortSignal | undefined;
}

/**
 * Brings the tables up to date, completely or not at all. Servers that start at the same time take turns: the first
 * applies the changes, the others find nothing left to do. A table in use is waited for in short attempts, so that
 * servers of the previous version, which are still working on it, never queue behind the change for long.
 *
 * @throws MigrationError, and the reason of `stopping`
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  { patience = PATIENCE, stopping }: MigrationOptions = {},
): Promise<void> {
  const client = new pg.Client(connectionOptions(location));
  // The statement under way, or the next one, rejects.
  client.on('error', () => {});
  await client.connect();
  // Breaks off whatever it is waiting for, such as a lock that another server holds.
  const breakOff = () => void client.end();
  stopping?.addEventListener('abort', breakOff, { once: true });
  try {
    stopping?.throwIfAborted();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (attempt === patience.attempts) throw new MigrationError(LOCKED, { cause: error });
      }
      await pause(patience.pauseMs, undefined, { signal: stopping }).catch(() => stopping?.throwIfAborted());
    }
  } catch (error) {
    stopping?.throwIfAborted();
    throw error;
  } finally {
    stopping?.removeEventListener('abort', breakOff);
    await client.end();
  }
}

/**
 * Checks that the tables are those of this program or a later one, and changes nothing.
 *
 * @throws MigrationError
 */
export async function checkTables(location: DatabaseLocation): Promise<void> {
  const needed = Math.max(
    ...readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis),
  );
  const client = new pg.Client(connectionOptions(location));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
    const applied = rows[0].found
      ? await client.query('select from drizzle.__drizzle_migrations where created_at >= $1 limit 1', [needed])
      : undefined;
    if (!applied?.rowCount) throw new MigrationError(OUTDATED);
  } finally {
    await client.end();
  }
}
