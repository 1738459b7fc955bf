import type { UsageEntry, UsageReceipt } from '@workspace/contract/usage';
import { eq, sql } from 'drizzle-orm';
import { users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { readUsageEntries } from './read-usage-entries.ts';
import { splitByDay } from './split-by-day.ts';

export type ReportUsage = (userId: string, values: readonly unknown[]) => Promise<UsageReceipt>;

/**
 * Prepares the counting of dictations, each once by its id.
 *
 * @returns a function that throws a Failure `session-ended` where the account is gone
 */
export function prepareReportUsage({ database, clock }: Pick<Services, 'database' | 'clock'>): ReportUsage {
  const statement = prepareStatement(database);
  return async (userId, values) => {
    const { entries, duplicates, rejected } = readUsageEntries(values, clock.now());
    if (entries.length === 0) return { accepted: 0, duplicates, rejected };
    const [counted] = await statement.execute(parametersOf(userId, entries));
    if (counted === undefined) throw new Failure('session-ended');
    return { accepted: counted.accepted, duplicates: duplicates + entries.length - counted.accepted, rejected };
  };
}

/**
 * One statement, so that an entry and the totals that it adds to are written together or not at all. Of reports with the
 * same id that come at once the first inserts it; the others wait for that, then find it there. Nobody waits in a
 * circle: a user's row comes first (deletion of the account begins there too), then ids, days and months, each in order.
 */
function prepareStatement(database: Services['database']) {
  const owner = database.$with('owner').as(
    database
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, sql.placeholder('userId')))
      .for('no key update'),
  );
  const inserted = database.$with('inserted', {}).as(sql`
    insert into usage_entries (id, user_id, started_at, seconds, timezone)
    select sent.id, owner.id, sent.started_at, sent.seconds, sent.timezone
    from unnest(
      ${sql.placeholder('ids')}::uuid[],
      ${sql.placeholder('startTimes')}::timestamptz[],
      ${sql.placeholder('seconds')}::integer[],
      ${sql.placeholder('timezones')}::text[]
    ) as sent (id, started_at, seconds, timezone)
    cross join owner
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
    update users set newest_usage_at = latest.started_at, usage_timezone = latest.timezone
    from (select * from inserted order by started_at desc, id desc limit 1) as latest
    where users.id = latest.user_id
      and (users.newest_usage_at is null or users.newest_usage_at < latest.started_at)`);
  return database
    .with(owner, inserted, counted, days, months, newest)
    .select({ accepted: sql<number>`(select count(*)::integer from inserted)` })
    .from(owner)
    .prepare('report_usage');
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
