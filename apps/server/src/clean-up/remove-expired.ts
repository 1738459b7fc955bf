import { and, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { REGISTRATION } from '../auth/begin-registration.ts';
import { addMs, DAY_MS } from '../clock.ts';
import type { Database } from '../database/database.ts';
import {
  auditEvents,
  knownBrowsers,
  oneTimeTokens,
  paymentEvents,
  rateLimits,
  registrations,
  sessions,
  trackingEvents,
  users,
} from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import type { Services } from '../services.ts';

/** How long rows are kept after the named event. Rows with their own expiry are deleted as soon as they expire. */
export const RETENTION = {
  registrationEndedMs: REGISTRATION.keptMs,
  browserLastSeenMs: 400 * DAY_MS,
  paymentEventProcessedMs: 90 * DAY_MS,
  trackingEventMs: 400 * DAY_MS,
  auditEventMs: 400 * DAY_MS,
} as const;

/** Rows deleted at a time, so that none is locked for long. */
const BATCH = 5_000;
/** Users handled at a time, each with all that belongs to them. */
const USER_BATCH = 500;

/** Deletes what has expired. */
export async function removeExpired(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  _payload: JobPayloads['remove-expired'],
): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => addMs(now, -ms);
  await removeUpTo(database, oneTimeTokens, oneTimeTokens.expiresAt, now);
  await removeUpTo(database, sessions, sessions.expiresAt, now);
  await removeUpTo(database, rateLimits, rateLimits.resetsAt, now);
  await removeUpTo(database, knownBrowsers, knownBrowsers.lastSeenAt, before(RETENTION.browserLastSeenMs));
  await removeUpTo(database, paymentEvents, paymentEvents.processedAt, before(RETENTION.paymentEventProcessedMs));
  await removeUpTo(database, trackingEvents, trackingEvents.receivedAt, before(RETENTION.trackingEventMs));
  await removeUpTo(database, auditEvents, auditEvents.at, before(RETENTION.auditEventMs));
  await removeRegistrations(database, before(RETENTION.registrationEndedMs));
}

async function removeUpTo(database: Database, table: PgTable, time: PgColumn, until: Date): Promise<void> {
  const isExpired = lte(time, until);
  const batch = database.select({ ctid: sql`ctid` }).from(table).where(isExpired).limit(BATCH);
  // The condition is repeated because PostgreSQL checks it again for a row that another call updates meanwhile, such as
  // a counter that starts over.
  const removeBatch = database.delete(table).where(and(sql`ctid = any(array(${batch}))`, isExpired));
  let removed: number | null;
  do {
    ({ rowCount: removed } = await removeBatch);
  } while (removed === BATCH);
}

/** Deletes attempts to register that ended long ago, and with the last of them a user who was never more than that. */
async function removeRegistrations(database: Database, until: Date): Promise<void> {
  while ((await removeRegistrationsOfSome(database, until)) > 0);
}

async function removeRegistrationsOfSome(database: Database, until: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    // Users first and locked, as everywhere: nobody registers again between the second statement and the third. Users
    // locked by another call are left for next time.
    const found = await transaction
      .select({ id: users.id })
      .from(registrations)
      .innerJoin(users, sql`${users.id} = ${registrations.userId}`)
      .where(lte(registrations.expiresAt, until))
      .limit(USER_BATCH)
      .for('update', { of: users, skipLocked: true });
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await transaction
      .delete(registrations)
      .where(and(inArray(registrations.userId, ids), lte(registrations.expiresAt, until)));
    await transaction
      .delete(users)
      .where(
        and(
          inArray(users.id, ids),
          isNull(users.emailVerifiedAt),
          notExists(
            transaction.select({ one: sql`1` }).from(registrations).where(sql`${registrations.userId} = ${users.id}`),
          ),
        ),
      );
    return found.length;
  });
}
