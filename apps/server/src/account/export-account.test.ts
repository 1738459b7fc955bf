import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AccountExport, exportAccount as exportCall } from '@workspace/contract/account';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditEvents, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { createExportAccount, EXPORT } from './export-account.ts';
import { fillTables, tablesOfUsers } from './testing/full-rows.ts';

/** The columns of users' tables that are left out, and why. */
const LEFT_OUT: Record<string, string> = {
  'registrations.id': 'a link is made of it',
  'registrations.passwordHash': 'a secret, perhaps of somebody else',
  'registrations.subject': 'perhaps of somebody else; the one that signs in stands among the identities',
  'sessions.generation': 'a token is made of it',
  'sessions.rotationTimes': 'a few seconds old, for the rotation of tokens',
  'known_browsers.browserHash': 'the hash of a cookie',
  'one_time_tokens.tokenHash': 'the hash of a token',
  'usage_hours.hour': 'follows from the dictations',
  'usage_hours.firstAt': 'follows from the dictations',
  'usage_hours.seconds': 'follows from the dictations',
  'grants.id': 'names nothing elsewhere',
  'audit_events.operator': 'names whoever works in support',
  'audit_events.id': 'names nothing elsewhere',
  'purchases.email': 'null as soon as the license has a user',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function exported(user: TestUser): Promise<AccountExport> {
  const answer = await server.call(exportCall, {}, { token: user.token });
  if (!answer.ok) throw new Error(`The export was answered by ${answer.status}.`);
  return answer.data;
}

/** Adds that many dictations, a minute apart. */
async function fillUsage(user: TestUser, count: number): Promise<void> {
  await server.services.database.execute(sql`
    insert into usage_entries (id, user_id, started_at, seconds, timezone)
    select gen_random_uuid(), ${user.id}, ${server.clock.now()}::timestamptz - make_interval(secs => n * 60), n % 600, 'UTC'
    from generate_series(1, ${count}::integer) as n`);
}

/** Returns every value in it, at any depth. */
function valuesIn(content: unknown): unknown[] {
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(valuesIn) : [content];
}

describe('The export', () => {
  test('contains every column of every table that belongs to users, except deliberate omissions', async () => {
    const user = await createUser(server);
    const held = await fillTables(server.services.database, user.id, 1_000);
    const other = await createUser(server);
    const foreign = await fillTables(server.services.database, other.id, 5_000);
    const values = new Set(valuesIn(await exported(user)));

    const missing = held.filter(
      ({ column, value }) => !(column in LEFT_OUT) && !column.endsWith('.userId') && !values.has(value),
    );
    expect(missing).toEqual([]);
    const betrayed = held.filter(({ column, value }) => column in LEFT_OUT && values.has(value));
    expect(betrayed).toEqual([]);
    const own = new Set(held.map(({ value }) => value));
    const othersValues = foreign.filter(({ value }) => !own.has(value) && values.has(value));
    expect(othersValues).toEqual([]);
  });

  test('finds the tables that belong to users', () => {
    expect(tablesOfUsers().length).toBeGreaterThanOrEqual(13);
  });

  test('contains the account itself, but not its password hash', async () => {
    const user = await createUser(server);
    const { database } = server.services;
    const row = {
      passwordHash: 'a hash of a password',
      customerId: `cus_${user.id}`,
      newestUsageAt: new Date('2026-03-01T10:00:00.000Z'),
      usageTimezone: 'Europe/Zurich',
    };
    await database.update(users).set(row).where(eq(users.id, user.id));
    const data = await exported(user);
    const at = server.clock.now().toISOString();
    expect(data.exportedAt).toBe(at);
    expect(data.user).toEqual({
      id: user.id,
      email: user.email,
      createdAt: at,
      subscription: null,
      emailVerifiedAt: at,
      hasPassword: true,
      customerId: row.customerId,
      newestUsageAt: '2026-03-01T10:00:00.000Z',
      usageTimezone: 'Europe/Zurich',
    });
    expect(JSON.stringify(data)).not.toContain(row.passwordHash);
  });

  test('downloads as a named file and is not cached', async () => {
    const { token } = await createUser(server);
    const { headers } = await server.call(exportCall, {}, { token });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${PRODUCT_NAME.toLowerCase()}-export.json"`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is audited', async () => {
    const user = await createUser(server);
    await exported(user);
    const written = await server.services.database
      .select({ actor: auditEvents.actor, at: auditEvents.at })
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, user.id), eq(auditEvents.action, 'account-exported')));
    expect(written).toEqual([{ actor: 'user', at: server.clock.now() }]);
    expect((await exported(user)).events).toContainEqual({
      at: server.clock.now().toISOString(),
      actor: 'user',
      action: 'account-exported',
      subjectId: null,
    });
  });

  test('contains all dictations even if there are too many to read at once', async () => {
    const user = await createUser(server);
    const count = 5 * EXPORT.batchRows + 1;
    await fillUsage(user, count);
    const { usage } = await exported(user);
    expect(usage).toHaveLength(count);
    expect(usage.at(-1)).toMatchObject({ seconds: 1, timezone: 'UTC', startedAt: '2026-03-18T09:59:00.000Z' });
  });

  test('is refused without a session', async () => {
    expect(await server.call(exportCall, {})).toMatchObject({ ok: false, status: 401 });
    expect(await server.call(exportCall, {}, { token: 'none' })).toMatchObject({ ok: false, status: 401 });
  });

  test('is refused if the account has been deleted in the meantime', async () => {
    const content = createExportAccount(server.services)({ userId: randomUUID(), subscription: null });
    await expect(text(content)).rejects.toMatchObject({ code: 'session-ended' });
  });

  test('is read no faster than clients receive it; idle clients block others until they disconnect', async () => {
    const user = await createUser(server);
    await fillUsage(user, 200_000);
    const headers = { authorization: `Bearer ${user.token}` };
    const idle = await Promise.all(
      Array.from({ length: EXPORT.maxAtOnce }, async () => {
        const [response] = await once(get(`${server.url}/account/export`, { headers }), 'response');
        return response as IncomingMessage;
      }),
    );
    // Nobody reads: the cursors wait, each in its transaction.
    const isIdle = sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query like 'fetch %'`;
    const { database } = server.services;
    await vi.waitUntil(async () => (await database.execute(isIdle)).rows.length === EXPORT.maxAtOnce, {
      timeout: 300_000,
    });
    expect(await server.call(exportCall, {}, { token: user.token })).toMatchObject(refusal('busy'));

    for (const response of idle) response.destroy();
    await vi.waitUntil(async () => (await database.execute(isIdle)).rows.length === 0, { timeout: 300_000 });
    await exported(await createUser(server));
  });

  test('is limited to a few times a day per account', async () => {
    const user = await createUser(server);
    const other = await createUser(server);
    const { count, windowMs } = RATE_LIMITS.exportAccount.account;
    for (let made = 0; made < count; made += 1) await exported(user);
    const refused = await server.call(exportCall, {}, { token: user.token });
    expect(refused).toMatchObject({ ok: false, status: 429 });
    expect(refused.headers.get('retry-after')).toBe(`${windowMs / 1_000}`);
    await exported(other);
  });
});
