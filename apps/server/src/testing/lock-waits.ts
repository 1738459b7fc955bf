import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '../database/database.ts';

/** On a busy machine a query may take long to come so far. */
const PATIENCE = { timeout: 300_000, interval: 5 };

/**
 * Resolves as soon as the given number of queries of this database wait for locks that other transactions hold; with `text`, queries that
 * have this in their statement. Rejects if they don't for long.
 */
export async function untilQueryWaits(database: Database, { text = '', count = 1 } = {}): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position(${text} in query) > 0`;
  await vi.waitUntil(async () => (await database.execute(waiting)).rows.length >= count, PATIENCE);
}
