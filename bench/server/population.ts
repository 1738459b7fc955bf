import { systemClock } from '@workspace/server/clock';
import type { DatabaseHandle } from '@workspace/server/database/database';

/**
 * Each user dictated on this many days, the same for all, one of them in the last week: so the answers are the same
 * however many dictations there are.
 */
const DAYS = 10;
const DAYS_APART = 9;
const SECONDS_EACH = 20;

/** Every user's password. */
export const PASSWORD = 'the same for everyone';
/** Number of users of the server with many rows. */
export const MANY_USERS = 10_000;

export interface Population {
  users: number;
  /** Dictations per user: one on the newest day, the others spread evenly over the other nine days. */
  entriesEach: number;
}

/** Returns a user's address, by number from 0. */
export function emailOf(user: number): string {
  return `user-${user}@example.com`;
}

/** Fills an empty database. Everyone has the same password. */
export async function populate(
  { pool }: DatabaseHandle,
  { users, entriesEach }: Population,
  passwordHash: string,
): Promise<void> {
  const client = await pool.connect();
  const now = systemClock.now();
  try {
    await client.query("set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '512MB'");
    await client.query(
      `insert into users (id, email, email_verified_at, password_hash, usage_timezone, newest_usage_at, created_at)
       select gen_random_uuid(), replace($1, '0', number::text), $2, $3, 'UTC', $2, $2 from generate_series(0, $4 - 1) number`,
      [emailOf(0), now, passwordHash, users],
    );
    const { rows: definitions } = await client.query<{ drop: string; restore: string }>(DEFINITIONS);
    // Dropped first: keys are then checked and indexes built once for all rows, rather than for each.
    for (const { drop } of definitions) await client.query(drop);
    // Oldest first, so that a user's rows are scattered, as they are where many people dictate.
    for (let day = DAYS - 1; day >= 0; day -= 1) {
      await client.query(
        `insert into usage_entries (id, user_id, started_at, seconds, timezone)
         select gen_random_uuid(), users.id, date_trunc('day', $1::timestamptz) - make_interval(days => $2, hours => 12, mins => minute), $3, 'UTC'
         from generate_series(1, $4) minute cross join users`,
        [now, day * DAYS_APART, SECONDS_EACH, day === 0 ? 1 : (entriesEach - 1) / (DAYS - 1)],
      );
    }
    for (const { restore } of definitions) await client.query(restore);
    await client.query(
      `insert into usage_days (user_id, day, seconds)
       select user_id, (started_at at time zone timezone)::date, sum(seconds) from usage_entries group by 1, 2`,
    );
    // From here on commits wait for the disk; otherwise the vacuum wouldn't mark pages as visible to all.
    await client.query('set synchronous_commit = on');
    await client.query(
      `insert into usage_months (user_id, month, seconds)
       select user_id, to_char(day, 'YYYY-MM'), sum(seconds) from usage_days group by 1, 2`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** The statements that drop the entries' keys and indexes, and those that restore them, both in order. */
const DEFINITIONS = `
  select format('alter table usage_entries drop constraint %I', conname) as drop,
    format('alter table usage_entries add constraint %I %s', conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint where conrelid = 'usage_entries'::regclass and contype in ('p', 'f')
  union all
  select format('drop index %I', indexname), indexdef
  from pg_indexes where tablename = 'usage_entries'
    and indexname not in (select conname from pg_constraint where conrelid = 'usage_entries'::regclass)`;
