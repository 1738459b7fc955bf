import { BETA_ALLOWANCE, type Entitlement } from '@workspace/contract/usage';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../auth/authenticate.ts';
import { addMs, HOUR_MS } from '../clock.ts';
import { usageEntries } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { completeUsageHours } from './complete-usage-hours.ts';

export type ReadEntitlement = (
  caller: Pick<Caller, 'userId' | 'subscription' | 'usageHoursComplete'>,
) => Promise<Entitlement>;

/** Prepares reading what a user may dictate, and how much of it is left. */
export function prepareReadEntitlement(services: Pick<Services, 'database' | 'clock' | 'config'>): ReadEntitlement {
  const { clock, config, database } = services;
  const hoursStatement = prepareHours(services);
  const oldestHourStatement = prepareOldestHour(services);
  const awaitedStatement = prepareAwaited(services);

  return async ({ userId, subscription, usageHoursComplete }) => {
    if (!usageHoursComplete) await completeUsageHours(database, userId);
    const isLimited = subscription === null && config.betaWeeklySeconds > 0;
    const limitSeconds = isLimited ? config.betaWeeklySeconds : null;
    const since = addMs(clock.now(), -BETA_ALLOWANCE.windowMs);
    const week = { userId, since, oldestHour: addMs(since, -(since.getTime() % HOUR_MS)) };
    const [hours] = await hoursStatement.execute(week);
    const [oldestHour] = hours?.isOldestCut ? await oldestHourStatement.execute(week) : [];
    const usedSeconds = (hours?.usedSeconds ?? 0) + (oldestHour?.usedSeconds ?? 0);
    let awaited = oldestHour?.oldest ?? hours?.oldest ?? null;
    if (limitSeconds === null) awaited = null;
    else if (usedSeconds >= limitSeconds) {
      const [found] = await awaitedStatement.execute({ ...week, limitSeconds });
      awaited = found?.startedAt ?? null;
    }
    return {
      plan: subscription === null ? 'beta' : 'standard',
      limitSeconds,
      usedSeconds,
      resetsAt: awaited && addMs(awaited, BETA_ALLOWANCE.windowMs).toISOString(),
    };
  };
}

/**
 * The user's hours that may count, at least in part. The oldest may have begun before what counts. No hour is later
 * than the upper bound: it tells the planner that there are few. Without it, or in a statement that reads entries too,
 * PostgreSQL would plan each read again, which takes longer than the read.
 */
const HOURS = sql`usage_hours where user_id = ${sql.placeholder('userId')}
  and hour >= ${sql.placeholder('oldestHour')} and hour < ${sql.placeholder('oldestHour')}::timestamptz + interval '9 days'`;

/** Returns SQL for the dictations that count in one hour, itself given as SQL. */
function entriesOf(hour: SQL) {
  return sql`usage_entries where user_id = ${sql.placeholder('userId')} and seconds > 0
    and started_at > ${sql.placeholder('since')} and started_at >= ${hour} and started_at < ${hour} + interval '1 hour'`;
}

/** Below the limit, which is nearly always, this is usually all there is to read: totals of whole hours. */
function prepareHours({ database }: Pick<Services, 'database'>) {
  const counts = sql`filter (where first_at > ${sql.placeholder('since')})`;
  return database
    .select({
      usedSeconds: sql`coalesce(sum(seconds) ${counts}, 0)`.mapWith(Number),
      oldest: sql<Date | null>`min(first_at) ${counts}`.mapWith(usageEntries.startedAt),
      isOldestCut: sql<boolean>`count(*) > count(*) ${counts}`,
    })
    .from(sql`${HOURS}`)
    .prepare('read_entitlement');
}

/** For the oldest hour, if some of it no longer counts: the dictations that still do. */
function prepareOldestHour({ database }: Pick<Services, 'database'>) {
  return database
    .select({
      usedSeconds: sql`coalesce(sum(seconds), 0)`.mapWith(Number),
      oldest: sql<Date | null>`min(started_at)`.mapWith(usageEntries.startedAt),
    })
    .from(sql`${entriesOf(sql`${sql.placeholder('oldestHour')}::timestamptz`)}`)
    .prepare('read_oldest_hour');
}

/**
 * At the limit: once a dictation no longer counts, neither do those before it. The awaited one is the first that brings
 * the rest below the limit, and is in the first hour after which less than the limit is left.
 */
function prepareAwaited({ database }: Pick<Services, 'database'>) {
  const isBelow = sql`left_seconds < ${sql.placeholder('limitSeconds')}::integer`;
  const remaining = sql`(
    select started_at, hours.left_seconds + sum(seconds) over () - sum(seconds) over (order by started_at) as left_seconds
    from (
      select * from (
        select hour, sum(seconds) over () - sum(seconds) over (order by hour) as left_seconds from ${HOURS}
      ) as hours where ${isBelow} order by hour limit 1
    ) as hours, lateral (select started_at, seconds from ${entriesOf(sql`hours.hour`)}) as entries
  ) as remaining`;
  return database
    .select({ startedAt: sql`min(started_at)`.mapWith(usageEntries.startedAt) })
    .from(remaining)
    .where(isBelow)
    .prepare('read_awaited_entitlement');
}
