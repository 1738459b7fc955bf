import type { CallData } from '@workspace/contract/call';
import type { getMonthlyUsage } from '@workspace/contract/usage';
import { and, between, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { usageDays } from '../database/schema.ts';
import type { Services } from '../services.ts';

export type ReadMonthlyUsage = (userId: string, month: string) => Promise<CallData<typeof getMonthlyUsage>>;

/** Prepares reading the days of a month (`YYYY-MM`) on which something was dictated. */
export function prepareReadMonthlyUsage({ database }: Pick<Services, 'database'>): ReadMonthlyUsage {
  const statement = database
    .select({ date: usageDays.day, totalSeconds: usageDays.seconds })
    .from(usageDays)
    .where(
      and(
        eq(usageDays.userId, sql.placeholder('userId')),
        between(usageDays.day, sql.placeholder('first'), sql.placeholder('last')),
      ),
    )
    .orderBy(usageDays.day)
    .prepare('read_monthly_usage');

  return async (userId, month) => {
    const { daysInMonth } = Temporal.PlainYearMonth.from(month);
    const daily = await statement.execute({ userId, first: `${month}-01`, last: `${month}-${daysInMonth}` });
    return { month, daily };
  };
}
