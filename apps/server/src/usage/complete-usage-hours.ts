import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * Brings a user's totals by hour up to what their dictations come to, those included that are older than these totals. From then on the
 * trigger keeps them so.
 *
 * The user's row comes first, as in every report, of whatever version: so no dictation is added between, and the second statement, which
 * begins only then, sees all that were before.
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
