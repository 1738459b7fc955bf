import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { completeUsageHours } from '../usage/complete-usage-hours.ts';
import { createDatabaseIn, type TestDatabase } from './bundled/testing/test-cluster.ts';
import { openDatabase } from './database.ts';
import { MIGRATION_LOCK, MIGRATIONS, MigrationError, type MigrationPatience, migrateDatabase } from './migrate.ts';

/** The last migration of version 0.5.5. */
const RELEASED = '0001_unlogged_rate_limits.sql';

/** Undoes what came after it: leaves the tables as a server of that version does. */
const AS_RELEASED = `
  drop trigger usage_hours on usage_entries;
  drop function add_usage_hours;
  drop table usage_hours;
  alter table users drop column usage_hours_complete;
  alter table audit_events drop column operator;
  alter table one_time_tokens drop column session_id;
  alter table users drop column usage_received_on, drop column usage_received_count;
  delete from drizzle.__drizzle_migrations where created_at > (select created_at from drizzle.__drizzle_migrations order by created_at offset 1 limit 1)`;

const REPORT_OF_RELEASED = `
  with owner as (select id from users where id = $1 for no key update),
    inserted as (
      insert into usage_entries select gen_random_uuid(), owner.id, now() - random() * interval '3 hours', 60, 'UTC' from owner returning *
    )
  update users set newest_usage_at = inserted.started_at, usage_timezone = inserted.timezone from inserted where users.id = inserted.user_id`;

/** What a server of that version writes to the tables that have changed since. */
const OF_RELEASED = [
  `insert into users (id, email, email_verified_at, password_hash, customer_id, newest_usage_at, usage_timezone, created_at)
     values ($1::uuid, $1::uuid::text || '@example.com', now(), null, null, null, null, now())`,
  `insert into sessions (id, user_id, kind, name, platform, app_version, generation, rotation_times, created_at, last_used_at, expires_at)
     values ($1::uuid, $1::uuid, 'browser', 'A browser', null, null, default, default, now(), now(), now())`,
  `insert into one_time_tokens (token_hash, purpose, user_id, expires_at) values ($1::uuid::text, 'setup', $1::uuid, now())`,
  REPORT_OF_RELEASED,
  `delete from one_time_tokens where user_id = $1 and purpose = 'setup'`,
  `delete from sessions where id = $1`,
];

/** Finds the hours whose totals differ from the sum of their entries. */
const WRONG_HOURS = `
  select user_id, hour, counted, held from (
    select user_id, date_trunc('hour', started_at, 'UTC') as hour, row (sum(seconds), min(started_at)) as counted from usage_entries group by 1, 2
  ) as entries full join (
    select user_id, hour, row (seconds::bigint, first_at) as held from usage_hours
  ) as hours using (user_id, hour)
  where counted is distinct from held`;

const IMPATIENT: MigrationPatience = { lockTimeoutMs: 50, pauseMs: 10, attempts: 1_000 };

let released: TestDatabase;
beforeAll(async () => {
  released = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
  const client = await connect(released);
  await client.query(AS_RELEASED);
  await client.end();
});
afterAll(() => released.drop());

async function connect({ connection }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

/** Copies a database as that version leaves it. */
async function copyOfReleased(): Promise<TestDatabase> {
  const copy = await createDatabaseIn(inject('cluster'), { template: released.connection.database });
  onTestFinished(() => copy.drop());
  return copy;
}

async function hasNewColumn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from information_schema.columns where table_name = 'users' and column_name = 'usage_received_on'",
  );
  return rows.length === 1;
}

describe('A migration', () => {
  test('waits for transactions that use a table, without blocking others', async () => {
    const place = await copyOfReleased();
    const [long, other] = [await connect(place), await connect(place)];
    const { database, close } = openDatabase(place.connection, () => {});
    onTestFinished(async () => {
      await Promise.all([long.end(), other.end(), close()]);
    });
    await long.query('begin');
    await long.query('select from users');
    const migrating = migrateDatabase(place.connection, { patience: IMPATIENT });
    for (let round = 0; round < 5; round += 1) {
      await untilQueryWaits(database, { text: 'ALTER TABLE' });
      // Without a limit this would wait behind the migration, and the migration behind the long transaction.
      await other.query('select from users');
    }
    expect(await hasNewColumn(other)).toBe(false);
    await long.query('commit');
    await migrating;
    expect(await hasNewColumn(other)).toBe(true);
  });

  test('fails without changing anything if a table stays locked', async () => {
    const place = await copyOfReleased();
    const [long, other] = [await connect(place), await connect(place)];
    onTestFinished(async () => {
      await Promise.all([long.end(), other.end()]);
    });
    await long.query('begin');
    await long.query('select from one_time_tokens');
    const patience = { ...IMPATIENT, attempts: 2 };
    await expect(migrateDatabase(place.connection, { patience })).rejects.toBeInstanceOf(MigrationError);
    expect(await hasNewColumn(other)).toBe(false);
    await long.query('commit');
    await migrateDatabase(place.connection, { patience });
    expect(await hasNewColumn(other)).toBe(true);
  });

  test('stops as soon as it is asked to while waiting for another server’s migration', async () => {
    const place = await copyOfReleased();
    const other = await connect(place);
    const { database, close } = openDatabase(place.connection, () => {});
    onTestFinished(async () => {
      await Promise.all([close(), other.end()]);
    });
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const stopping = new AbortController();
    const migrating = migrateDatabase(place.connection, { stopping: stopping.signal });
    await untilQueryWaits(database);
    const reason = new Error('told to end');
    stopping.abort(reason);
    await expect(migrating).rejects.toBe(reason);
    expect(await hasNewColumn(other)).toBe(false);
  });

  test('never hinders servers of the previous version, and counts everything that they write', async () => {
    const place = await copyOfReleased();
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect(place)));
    const { database, close } = openDatabase(place.connection, () => {});
    onTestFinished(async () => {
      await Promise.all([...clients.map((client) => client.end()), close()]);
    });
    /** A user who was there before, and dictates all the time. */
    const old = crypto.randomUUID();
    for (const statement of OF_RELEASED) await clients[0]!.query(statement, [old]);
    let isOver = false;
    const rounds = clients.map(async (client) => {
      let after = 0;
      while (after < 3) {
        if (isOver) after += 1;
        const id = crypto.randomUUID();
        for (const statement of OF_RELEASED) expect((await client.query(statement, [id])).rowCount).toBe(1);
        await client.query(REPORT_OF_RELEASED, [old]);
        if (after === 1) await completeUsageHours(database, old);
      }
    });
    const migrating = migrateDatabase(place.connection, { patience: IMPATIENT }).finally(() => {
      isOver = true;
    });
    await Promise.all([migrating, ...rounds]);
    expect(await hasNewColumn(clients[0]!)).toBe(true);

    // Users who came later are complete from the start.
    const { rows } = await clients[0]!.query('select id from users where usage_hours_complete is null');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).not.toContainEqual({ id: old });
    for (const { id } of rows) await completeUsageHours(database, id);
    expect((await clients[0]!.query(WRONG_HOURS)).rows).toEqual([]);
  });
});

/** Changes that could trip up an older server, which knows nothing of what is new and uses what is removed. */
const NOT_YET = /\b(drop (table|column|constraint|schema)|rename|set not null|set data type|alter column \S+ type)\b/i;
const ADDS_REQUIRED = /add column (?=.*\bnot null\b)(?!.*\b(default|generated)\b)/i;

const statementsOf = (name: string) => readFileSync(join(MIGRATIONS, name), 'utf8').split('--> statement-breakpoint');

test.each(readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name > RELEASED))(
  '%s changes nothing that an older server needs',
  (name) => {
    for (const statement of statementsOf(name)) {
      expect(statement).not.toMatch(NOT_YET);
      expect(statement).not.toMatch(ADDS_REQUIRED);
    }
  },
);

test.each([
  'ALTER TABLE "users" DROP COLUMN "email";',
  'ALTER TABLE "users" RENAME COLUMN "email" TO "address";',
  'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar;',
  'ALTER TABLE "users" ALTER COLUMN "customer_id" SET NOT NULL;',
  'ALTER TABLE "users" ADD COLUMN "name" text NOT NULL;',
])('A migration is rejected with %s', (statement) => {
  expect(NOT_YET.test(statement) || ADDS_REQUIRED.test(statement)).toBe(true);
});
