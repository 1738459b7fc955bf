import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addRegistration, beginRegistration, REGISTRATION } from '../auth/begin-registration.ts';
import { addMs, DAY_MS } from '../clock.ts';
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
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { RETENTION, removeExpired } from './remove-expired.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  onTestFinished(() => server.close());
});

const database = () => server.services.database;
const cleanUp = () => removeExpired(server.services, {});

/** Rows to write, with the given time as their expiry, or as the start of their retention. */
type Rows = {
  [name: string]: { table: PgTable; name: PgColumn; keptMs: number; write(name: string, time: Date): unknown };
};

const rows = (userId: string): Rows => ({
  'one-time tokens': {
    table: oneTimeTokens,
    name: oneTimeTokens.tokenHash,
    keptMs: 0,
    write: (tokenHash, expiresAt) =>
      database().insert(oneTimeTokens).values({ tokenHash, purpose: 'setup', userId, expiresAt }),
  },
  sessions: {
    table: sessions,
    name: sessions.name,
    keptMs: 0,
    write: (name, expiresAt) =>
      database().insert(sessions).values({
        id: randomUUID(),
        userId,
        kind: 'device',
        name,
        createdAt: expiresAt,
        lastUsedAt: expiresAt,
        expiresAt,
      }),
  },
  'rate limits': {
    table: rateLimits,
    name: rateLimits.key,
    keptMs: 0,
    write: (key, resetsAt) => database().insert(rateLimits).values({ key, count: 1, resetsAt }),
  },
  'known browsers': {
    table: knownBrowsers,
    name: knownBrowsers.browserHash,
    keptMs: RETENTION.browserLastSeenMs,
    write: (browserHash, lastSeenAt) => database().insert(knownBrowsers).values({ userId, browserHash, lastSeenAt }),
  },
  'processed payment events': {
    table: paymentEvents,
    name: paymentEvents.id,
    keptMs: RETENTION.paymentEventProcessedMs,
    write: (id, processedAt) =>
      database().insert(paymentEvents).values({ id, type: 'a', receivedAt: processedAt, processedAt }),
  },
  'tracking events': {
    table: trackingEvents,
    name: trackingEvents.sessionId,
    keptMs: RETENTION.trackingEventMs,
    write: (sessionId, receivedAt) => database().insert(trackingEvents).values({ sessionId, event: 'a', receivedAt }),
  },
  'audit events': {
    table: auditEvents,
    name: auditEvents.action,
    keptMs: RETENTION.auditEventMs,
    write: (action, at) => database().insert(auditEvents).values({ at, actor: 'system', action }),
  },
});

async function namesIn(table: PgTable, name: PgColumn): Promise<unknown[]> {
  return (await database().select({ name }).from(table).orderBy(name)).map((row) => row.name);
}

/** Registers an address whose link expired that many milliseconds ago. */
async function registerUserWhoseLinkEnded(ms: number, { isVerified = false } = {}): Promise<string> {
  const id = randomUUID();
  const now = server.clock.now();
  const createdAt = addMs(now, -ms - REGISTRATION.linkMs);
  await database()
    .insert(users)
    .values({ id, email: `${id}@example.com`, createdAt, emailVerifiedAt: isVerified ? createdAt : null });
  await addRegistration(database(), createdAt, id, { passwordHash: 'a hash' });
  return id;
}

async function userIds(): Promise<string[]> {
  return (await database().select({ id: users.id }).from(users)).map(({ id }) => id);
}

describe('The clean-up', () => {
  test.for(Object.keys(rows('')))('deletes %s when they expire, and no earlier', async (kind) => {
    const user = await createUser(server);
    await database().delete(sessions);
    const { table, name, keptMs, write } = rows(user.id)[kind] ?? {};
    if (table === undefined || name === undefined || write === undefined) throw new Error('There is no such kind.');
    const end = addMs(server.clock.now(), -(keptMs ?? 0));
    await write('long over', addMs(end, -DAY_MS));
    await write('over now', end);
    await write('over soon', addMs(end, 1));
    await write('young', addMs(end, DAY_MS));
    await cleanUp();
    expect(await namesIn(table, name)).toEqual(['over soon', 'young']);
    server.clock.advance(1);
    await cleanUp();
    expect(await namesIn(table, name)).toEqual(['young']);
  });

  test('never deletes an unprocessed payment event', async () => {
    await database().insert(paymentEvents).values({ id: 'evt_open', type: 'a', receivedAt: server.clock.now() });
    server.clock.advance(1_000 * DAY_MS);
    await cleanUp();
    expect(await namesIn(paymentEvents, paymentEvents.id)).toEqual(['evt_open']);
  });

  test('deletes more rows than fit in one batch', async () => {
    await database().execute(sql`
      insert into tracking_events (session_id, event, received_at)
      select 'a session', 'an event', ${server.clock.now()}::timestamptz from generate_series(1, 12345)`);
    server.clock.advance(RETENTION.trackingEventMs);
    await cleanUp();
    expect(await namesIn(trackingEvents, trackingEvents.sessionId)).toEqual([]);
  });

  test('keeps a counter that is restarted while it runs', async () => {
    const now = server.clock.now();
    await database().insert(rateLimits).values({ key: 'counter', count: 7, resetsAt: now });
    const { cleaning } = await database().transaction(async (transaction) => {
      await transaction.update(rateLimits).set({ count: 1, resetsAt: addMs(now, DAY_MS) });
      const cleaning = cleanUp();
      await untilQueryWaits(database());
      return { cleaning };
    });
    await cleaning;
    expect(await namesIn(rateLimits, rateLimits.key)).toEqual(['counter']);
  });
});

describe('The clean-up of registrations', () => {
  test('deletes an unverified address a month after its link has expired', async () => {
    const old = await registerUserWhoseLinkEnded(RETENTION.registrationEndedMs);
    const young = await registerUserWhoseLinkEnded(RETENTION.registrationEndedMs - 1);
    await cleanUp();
    expect(await userIds()).toEqual([young]);
    expect(await namesIn(registrations, registrations.userId)).toEqual([young]);
    expect(old).not.toBe(young);
  });

  test('keeps a verified account, but not its old registrations', async () => {
    const id = await registerUserWhoseLinkEnded(RETENTION.registrationEndedMs, { isVerified: true });
    await cleanUp();
    expect(await userIds()).toEqual([id]);
    expect(await namesIn(registrations, registrations.userId)).toEqual([]);
  });

  test('keeps an address that has since been registered again', async () => {
    const id = await registerUserWhoseLinkEnded(RETENTION.registrationEndedMs);
    await addRegistration(database(), server.clock.now(), id, { passwordHash: 'another hash' });
    await cleanUp();
    expect(await userIds()).toEqual([id]);
    expect(await namesIn(registrations, registrations.passwordHash)).toEqual(['another hash']);
  });

  test('keeps an address that is being registered again while it runs', async () => {
    const id = await registerUserWhoseLinkEnded(RETENTION.registrationEndedMs);
    await database().transaction(async (transaction) => {
      await beginRegistration(transaction, server.services, `${id}@example.com`, { passwordHash: 'another hash' });
      await cleanUp();
    });
    expect(await userIds()).toEqual([id]);
    expect(await namesIn(registrations, registrations.passwordHash)).toEqual(['a hash', 'another hash']);
    await cleanUp();
    expect(await namesIn(registrations, registrations.passwordHash)).toEqual(['another hash']);
  });

  test('deletes more rows than fit in one batch', async () => {
    const kept = await registerUserWhoseLinkEnded(0);
    const ended = addMs(server.clock.now(), -RETENTION.registrationEndedMs);
    await database().execute(sql`
      with made as (
        insert into users (id, email, created_at)
        select gen_random_uuid(), n || '@example.com', ${ended}::timestamptz from generate_series(1, 1234) as n returning id)
      insert into registrations (id, user_id, created_at, expires_at)
      select gen_random_uuid(), id, ${ended}::timestamptz, ${ended}::timestamptz from made, generate_series(1, 2)`);
    await cleanUp();
    expect(await userIds()).toEqual([kept]);
    expect(await database().select().from(registrations).where(eq(registrations.userId, kept))).toHaveLength(1);
  });
});
