import { BETA_ALLOWANCE, type Entitlement } from '@workspace/contract/usage';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Caller } from '../auth/authenticate.ts';
import { addMs } from '../clock.ts';
import { Batches } from '../database/batches.ts';
import { usageEntries } from '../database/schema.ts';
import type { Services } from '../services.ts';

export type ReadEntitlement = (caller: Pick<Caller, 'userId' | 'subscription'>) => Promise<Entitlement>;

/** Prepares the reading of what a user may dictate, and what of it is left. */
export function prepareReadEntitlement(services: Pick<Services, 'database' | 'clock' | 'config'>): ReadEntitlement {
  const { clock, config } = services;
  const totalsStatement = prepareTotals(services);
  const totals = new Batches(async (userIds: string[]) => {
    const rows = await totalsStatement.execute({ userIds, since: addMs(clock.now(), -BETA_ALLOWANCE.windowMs) });
    const found = new Map(rows.map((row) => [row.userId, row]));
    return userIds.map((id) => found.get(id));
  });
  const awaitedStatement = prepareAwaited(services);

  return async ({ userId, subscription }) => {
    const isLimited = subscription === null && config.betaWeeklySeconds > 0;
    const limitSeconds = isLimited ? config.betaWeeklySeconds : null;
    const total = await totals.add(userId);
    const usedSeconds = total?.usedSeconds ?? 0;
    let awaited = total?.oldest ?? null;
    if (limitSeconds === null) awaited = null;
    else if (usedSeconds >= limitSeconds) {
      const since = addMs(clock.now(), -BETA_ALLOWANCE.windowMs);
      const [found] = await awaitedStatement.execute({ userId, since, limitSeconds });
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
  return and(gt(usageEntries.startedAt, sql.placeholder('since')), gt(usageEntries.seconds, 0));
}

/** Below the limit, which is nearly always, this is all there is to read; of users who ask at once, together. */
function prepareTotals({ database }: Pick<Services, 'database'>) {
  return database
    .select({
      userId: usageEntries.userId,
      usedSeconds: sql`sum(${usageEntries.seconds})`.mapWith(Number),
      oldest: sql<Date | null>`min(${usageEntries.startedAt})`.mapWith(usageEntries.startedAt),
    })
    .from(usageEntries)
    .where(and(sql`${usageEntries.userId} = any(${sql.placeholder('userIds')}::uuid[])`, isInWeek()))
    .groupBy(usageEntries.userId)
    .prepare('read_entitlements');
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
      .where(and(eq(usageEntries.userId, sql.placeholder('userId')), isInWeek())),
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
