import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * Brings a user's hourly totals in line with their dictations, including those that are older than the totals. From
 * then on, the trigger keeps them so.
 *
 * The user's row is locked first, as in every report, of whatever version: so no dictation is added in between, and the
 * second statement, which begins only then, sees all that came before.
 */
export async function completeUsageHours(database: Database, userId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [incomplete] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.usageHoursComplete)))
      .for('no key update');
    if (incomplete === undefined) return;
    await transaction.execute(sql`
      insert into usage_hours (user_id, hour, first_at, seconds)
      select user_id, date_trunc('hour', started_at, 'UTC'), min(started_at), sum(seconds)
      from usage_entries where user_id = ${userId} and seconds > 0 group by 1, 2
      on conflict (user_id, hour) do update set first_at = excluded.first_at, seconds = excluded.seconds`);
    await transaction.update(users).set({ usageHoursComplete: true }).where(eq(users.id, userId));
  });
}
