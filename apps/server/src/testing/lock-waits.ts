import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '../database/database.ts';

/** On a busy machine, a query may take long to get that far. */
const PATIENCE = { timeout: 300_000, interval: 5 };

/**
 * Resolves once the given number of this database's queries are waiting for locks that other transactions hold; with
 * `text`, only queries that contain it count. Rejects after five minutes.
 */
export async function untilQueryWaits(database: Database, { text = '', count = 1 } = {}): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position(${text} in query) > 0`;
  await vi.waitUntil(async () => (await database.execute(waiting)).rows.length >= count, PATIENCE);
}
