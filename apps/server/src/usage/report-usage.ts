import type { UsageEntry, UsageReceipt } from '@workspace/contract/usage';
import { eq, sql } from 'drizzle-orm';
import { lockUser } from '../billing/update-plan.ts';
import { addMs, DAY_MS } from '../clock.ts';
import type { Database, Transaction } from '../database/database.ts';
import { users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { readUsageEntries } from './read-usage-entries.ts';
import { splitByDay } from './split-by-day.ts';

/**
 * New dictations that an account may report per day (in UTC): far more than anybody speaks, but nobody can fill the
 * database.
 */
export const MAX_NEW_ENTRIES_PER_DAY = 2_000;

export type ReportUsage = (userId: string, values: readonly unknown[]) => Promise<UsageReceipt>;

/**
 * Prepares counting dictations, each once by its id.
 *
 * @returns a function that throws Failure `session-ended` if the account is gone, and `too-many-requests` if the report
 *   would exceed the day's limit: then none of it is counted
 */
export function prepareReportUsage({ database, clock }: Pick<Services, 'database' | 'clock'>): ReportUsage {
  const statement = prepareStatement(database);
  return async (userId, values) => {
    const now = clock.now();
    const { entries, duplicates, rejected } = readUsageEntries(values, now);
    if (entries.length === 0) return { accepted: 0, duplicates, rejected };
    const parameters = { ...parametersOf(userId, entries), today: dayOf(now) };
    let [counted] = await statement.execute(parameters);
    if (counted?.fits === null) {
      counted = await database.transaction(async (transaction) => {
        await lockUser(transaction, userId);
        return (await prepareStatement(transaction).execute(parameters))[0];
      });
    }
    if (counted === undefined) throw new Failure('session-ended');
    if (!counted.fits) throw tooManyToday(now);
    return { accepted: counted.accepted, duplicates: duplicates + entries.length - counted.accepted, rejected };
  };
}

/**
 * One statement, so that an entry and the totals that it adds to are written together or not at all. Of simultaneous
 * reports with the same id, the first inserts it; the others wait for that, then find it there. Nobody waits in a
 * circle: a user's row comes first (deletion of the account begins there too), then ids, days and months, each in
 * order.
 *
 * A statement sees a row as it was before waiting for it. What others have counted meanwhile would look new, and an
 * update would go to the row's old version, where everyone waiting for this very statement queues up: PostgreSQL would
 * abort one. So if the row has changed since, the statement writes nothing and `fits` is null; a separate statement then
 * locks the row first.
 */
function prepareStatement(database: Database | Transaction) {
  const owner = database.$with('owner').as(
    database
      .select({
        id: users.id,
        receivedOn: users.usageReceivedOn,
        receivedCount: users.usageReceivedCount,
        place: sql`ctid`.as('place'),
      })
      .from(users)
      .where(eq(users.id, sql.placeholder('userId')))
      .for('no key update'),
  );
  // A server whose clock is ahead may already have begun the next day: its count continues, and no day begins twice.
  const room = database.$with('room', {}).as(sql`
    select id, received_on, received_count, received_count + (
      select count(*) from unnest(${sql.placeholder('ids')}::uuid[]) as sent (id)
      where not exists (select from usage_entries where usage_entries.id = sent.id)
    ) <= ${MAX_NEW_ENTRIES_PER_DAY} as fits
    from (
      select id, greatest(usage_received_on, today) as received_on,
        case when usage_received_on >= today then usage_received_count else 0 end as received_count
      from owner, (select ${sql.placeholder('today')}::date as today)
      where place = (select ctid from users as seen where seen.id = owner.id)
    ) as counter`);
  const inserted = database.$with('inserted', {}).as(sql`
    insert into usage_entries (id, user_id, started_at, seconds, timezone)
    select sent.id, room.id, sent.started_at, sent.seconds, sent.timezone
    from unnest(
      ${sql.placeholder('ids')}::uuid[],
      ${sql.placeholder('startTimes')}::timestamptz[],
      ${sql.placeholder('seconds')}::integer[],
      ${sql.placeholder('timezones')}::text[]
    ) as sent (id, started_at, seconds, timezone)
    cross join room
    where room.fits
    order by sent.id
    on conflict (id) do nothing
    returning id, user_id, started_at, timezone`);
  const counted = database.$with('counted', {}).as(sql`
    select inserted.user_id, share.day, sum(share.seconds) as seconds
    from unnest(
      ${sql.placeholder('shareIds')}::uuid[],
      ${sql.placeholder('shareDays')}::date[],
      ${sql.placeholder('shareSeconds')}::integer[]
    ) as share (id, day, seconds)
    join inserted using (id)
    group by inserted.user_id, share.day`);
  const days = database.$with('days', {}).as(sql`
    insert into usage_days as total (user_id, day, seconds)
    select user_id, day, seconds from counted order by day
    on conflict (user_id, day) do update set seconds = total.seconds + excluded.seconds`);
  const months = database.$with('months', {}).as(sql`
    insert into usage_months as total (user_id, month, seconds)
    select user_id, to_char(day, 'YYYY-MM'), sum(seconds) from counted group by 1, 2 order by 2
    on conflict (user_id, month) do update set seconds = total.seconds + excluded.seconds`);
  const newest = database.$with('newest', {}).as(sql`
    update users set
      usage_received_on = room.received_on,
      usage_received_count = room.received_count + latest.new_entries,
      newest_usage_at = greatest(newest_usage_at, latest.started_at),
      usage_timezone = case when newest_usage_at >= latest.started_at then usage_timezone else latest.timezone end
    from room, (select *, count(*) over () as new_entries from inserted order by started_at desc, id desc limit 1) as latest
    where users.id = latest.user_id`);
  return database
    .with(owner, room, inserted, counted, days, months, newest)
    .select({
      accepted: sql<number>`(select count(*)::integer from inserted)`,
      fits: sql<boolean | null>`(select fits from room)`,
    })
    .from(owner)
    .prepare('report_usage');
}

/** Returns the day as `YYYY-MM-DD`, in UTC. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function tooManyToday(now: Date): Failure {
  const tomorrow = Date.parse(dayOf(addMs(now, DAY_MS)));
  return new Failure('too-many-requests', {
    messages: ['Too many dictations for one day. They can be reported again tomorrow.'],
    retryAfterSeconds: Math.ceil((tomorrow - now.getTime()) / 1_000),
  });
}

/** Columns rather than rows, so that the statement stays the same for any number of entries. */
function parametersOf(userId: string, entries: readonly UsageEntry[]) {
  const shares = entries.flatMap((entry) => splitByDay(entry).map((share) => ({ id: entry.id, ...share })));
  return {
    userId,
    ids: entries.map(({ id }) => id),
    startTimes: entries.map(({ startedAt }) => startedAt),
    seconds: entries.map(({ seconds }) => seconds),
    timezones: entries.map(({ timezone }) => timezone),
    shareIds: shares.map(({ id }) => id),
    shareDays: shares.map(({ day }) => day),
    shareSeconds: shares.map(({ seconds }) => seconds),
  };
}
