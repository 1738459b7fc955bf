import type { Entitlement } from '@workspace/contract/usage';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Caller } from '../auth/authenticate.ts';
import { addMs, DAY_MS } from '../clock.ts';
import { usageEntries } from '../database/schema.ts';
import type { Services } from '../services.ts';

/** Time in which dictation counts against the limit. */
const WINDOW_MS = 7 * DAY_MS;

export type ReadEntitlement = (caller: Pick<Caller, 'userId' | 'subscription'>) => Promise<Entitlement>;

/** Prepares the reading of what a user may dictate, and what of it is left. */
export function prepareReadEntitlement({
  database,
  clock,
  config,
}: Pick<Services, 'database' | 'clock' | 'config'>): ReadEntitlement {
  const week = database.$with('week').as(
    database
      .select({
        startedAt: usageEntries.startedAt,
        used: sql<string>`sum(${usageEntries.seconds}) over ()`.as('used'),
        usedUpTo: sql<string>`sum(${usageEntries.seconds}) over (order by ${usageEntries.startedAt})`.as('used_up_to'),
      })
      .from(usageEntries)
      .where(
        and(
          eq(usageEntries.userId, sql.placeholder('userId')),
          gt(usageEntries.startedAt, sql.placeholder('since')),
          gt(usageEntries.seconds, 0),
        ),
      ),
  );
  // Once an entry counts no more, neither do those before it: the first that brings the rest below the limit is awaited.
  const statement = database
    .with(week)
    .select({
      usedSeconds: sql`coalesce(max(${week.used}), 0)`.mapWith(Number),
      awaited:
        sql<Date | null>`min(${week.startedAt}) filter (where ${week.used} - ${week.usedUpTo} < ${sql.placeholder('limitSeconds')}::integer)`.mapWith(
          usageEntries.startedAt,
        ),
    })
    .from(week)
    .prepare('read_entitlement');

  return async ({ userId, subscription }) => {
    const isLimited = subscription === null && config.betaWeeklySeconds > 0;
    const limitSeconds = isLimited ? config.betaWeeklySeconds : null;
    const since = addMs(clock.now(), -WINDOW_MS);
    const [used] = await statement.execute({ userId, since, limitSeconds });
    const awaited = used?.awaited ?? null;
    return {
      plan: subscription === null ? 'beta' : 'standard',
      limitSeconds,
      usedSeconds: used?.usedSeconds ?? 0,
      resetsAt: awaited && addMs(awaited, WINDOW_MS).toISOString(),
    };
  };
}
