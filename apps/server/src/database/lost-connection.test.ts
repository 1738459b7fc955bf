import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ask } from './bundled/testing/data-folders.ts';
import { createDatabaseIn, type DatabaseAddress } from './bundled/testing/test-cluster.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { MIGRATION_LOCK, migrateDatabase } from './migrate.ts';

// An error event without a listener would end the process: Vitest reports it as an unhandled error, and fails.
let connection: DatabaseAddress;
beforeEach(async () => {
  ({ connection } = await createDatabaseIn(inject('cluster')));
});

async function endBackend(pid: number): Promise<void> {
  await ask(connection, `select pg_terminate_backend(${pid}, 10000)`);
}

test('A connection that is lost during a transaction fails only that transaction', async () => {
  const { database, close } = openDatabase(connection, () => {});
  onTestFinished(close);
  const transaction = database.transaction(async (open) => {
    const { rows } = await open.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await endBackend(rows[0]!.pid);
    await open.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable);
  expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('A migration that loses its connection reports that the database is unavailable', async () => {
  const { database, close } = openDatabase(connection, () => {});
  onTestFinished(close);
  await database.transaction(async (holder) => {
    await holder.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const migration = expect(migrateDatabase(connection)).rejects.toSatisfy(isDatabaseUnavailable);
    const waiting = await vi.waitUntil(
      async () =>
        (await ask<{ pid: number }>(connection, `select pid from pg_stat_activity where wait_event = 'advisory'`))[0],
      { timeout: 300_000 },
    );
    await endBackend(waiting.pid);
    await migration;
  });
});

test('A transaction that cannot begin releases its connection', async () => {
  const { database, pool, close } = openDatabase(connection, () => {});
  onTestFinished(close);
  const breakConnection = (client: object) => {
    (client as { connection: { stream: Socket } }).connection.stream.destroy();
  };
  pool.on('acquire', breakConnection);
  // One more than the pool holds.
  for (let count = 0; count <= pool.options.max; count += 1) {
    await expect(database.transaction(async () => {})).rejects.toSatisfy(isDatabaseUnavailable);
  }
  pool.off('acquire', breakConnection);
  expect(pool.totalCount).toBe(0);
  const rows = await database.transaction(async (open) => (await open.execute(sql`select 1 as one`)).rows);
  expect(rows).toEqual([{ one: 1 }]);
});
