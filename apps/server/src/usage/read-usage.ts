import type { CallData } from '@workspace/contract/call';
import type { getUsage } from '@workspace/contract/usage';
import { and, between, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { Temporal } from 'temporal-polyfill';
import type { Caller } from '../auth/authenticate.ts';
import { usageDays, usageMonths } from '../database/schema.ts';
import type { Services } from '../services.ts';

const SHOWN_DAYS = 7;

export type ReadUsage = (caller: Pick<Caller, 'userId' | 'usageTimezone'>) => Promise<CallData<typeof getUsage>>;

/** Prepares reading the last days, up to today in the user's time zone, and all months. */
export function prepareReadUsage({ database, clock }: Pick<Services, 'database' | 'clock'>): ReadUsage {
  const days = database
    .select({
      unit: sql<'day' | 'month'>`'day'`.as('unit'),
      period: sql<string>`${usageDays.day}::text`.as('period'),
      seconds: usageDays.seconds,
    })
    .from(usageDays)
    .where(
      and(
        eq(usageDays.userId, sql.placeholder('userId')),
        between(usageDays.day, sql.placeholder('from'), sql.placeholder('to')),
      ),
    );
  const months = database
    .select({
      unit: sql<'day' | 'month'>`'month'`.as('unit'),
      period: sql<string>`${usageMonths.month}::text`.as('period'),
      seconds: usageMonths.seconds,
    })
    .from(usageMonths)
    .where(eq(usageMonths.userId, sql.placeholder('userId')));
  const statement = unionAll(days, months).orderBy(sql`period`).prepare('read_usage');

  return async ({ userId, usageTimezone }) => {
    const shown = lastDays(clock.now(), usageTimezone ?? 'UTC');
    const totals = await statement.execute({ userId, from: shown[0], to: shown.at(-1) });
    const ofDay = new Map(totals.filter(({ unit }) => unit === 'day').map(({ period, seconds }) => [period, seconds]));
    return {
      daily: shown.map((date) => ({ date, totalSeconds: ofDay.get(date) ?? 0 })),
      monthly: totals
        .filter(({ unit }) => unit === 'month')
        .map(({ period, seconds }) => ({ month: period, totalSeconds: seconds })),
    };
  };
}

/** Returns the days as `YYYY-MM-DD`, today last. */
function lastDays(now: Date, timezone: string): string[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return Array.from({ length: SHOWN_DAYS }, (_, index) => today.subtract({ days: SHOWN_DAYS - 1 - index }).toString());
}
