import { BETA_ALLOWANCE, type Entitlement } from '@workspace/contract/usage';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Caller } from '../auth/authenticate.ts';
import { addMs } from '../clock.ts';
import { usageEntries } from '../database/schema.ts';
import type { Services } from '../services.ts';

export type ReadEntitlement = (caller: Pick<Caller, 'userId' | 'subscription'>) => Promise<Entitlement>;

/** Prepares the reading of what a user may dictate, and what of it is left. */
export function prepareReadEntitlement(services: Pick<Services, 'database' | 'clock' | 'config'>): ReadEntitlement {
  const { clock, config } = services;
  const totalStatement = prepareTotal(services);
  const awaitedStatement = prepareAwaited(services);

  return async ({ userId, subscription }) => {
    const isLimited = subscription === null && config.betaWeeklySeconds > 0;
    const limitSeconds = isLimited ? config.betaWeeklySeconds : null;
    const week = { userId, since: addMs(clock.now(), -BETA_ALLOWANCE.windowMs) };
    const [total] = await totalStatement.execute(week);
    const usedSeconds = total?.usedSeconds ?? 0;
    let awaited = total?.oldest ?? null;
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

/** What counts, and since when. */
function isInWeek() {
  return and(
    eq(usageEntries.userId, sql.placeholder('userId')),
    gt(usageEntries.startedAt, sql.placeholder('since')),
    gt(usageEntries.seconds, 0),
  );
}

/** Below the limit, which is nearly always, this is all there is to read. */
function prepareTotal({ database }: Pick<Services, 'database'>) {
  return database
    .select({
      usedSeconds: sql`coalesce(sum(${usageEntries.seconds}), 0)`.mapWith(Number),
      oldest: sql<Date | null>`min(${usageEntries.startedAt})`.mapWith(usageEntries.startedAt),
    })
    .from(usageEntries)
    .where(isInWeek())
    .prepare('read_entitlement');
}

/** At the limit: once an entry counts no more, neither do those before it. The first that brings the rest below it is awaited. */
function prepareAwaited({ database }: Pick<Services, 'database'>) {
  const week = database.$with('week').as(
    database
      .select({
        startedAt: usageEntries.startedAt,
        left: sql<string>`sum(${usageEntries.seconds}) over () - sum(${usageEntries.seconds}) over (order by ${usageEntries.startedAt})`.as(
          'left_seconds',
        ),
      })
      .from(usageEntries)
      .where(isInWeek()),
  );
  return database
    .with(week)
    .select({ startedAt: week.startedAt })
    .from(week)
    .where(lt(week.left, sql`${sql.placeholder('limitSeconds')}::integer`))
    .orderBy(week.startedAt)
    .limit(1)
    .prepare('read_awaited_entitlement');
}
