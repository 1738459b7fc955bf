import { randomUUID } from 'node:crypto';
import { deleteAccount as deleteCall } from '@workspace/contract/account';
import { generateSetupToken, getMe, refresh, refreshDevice, register } from '@workspace/contract/auth';
import { getUsage, reportUsage } from '@workspace/contract/usage';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COOKIES } from '../auth/cookies.ts';
import { startSession } from '../auth/sessions.ts';
import { browserWith, cookiesSetBy } from '../auth/testing/browsers.ts';
import {
  auditEvents,
  oneTimeTokens,
  purchases,
  sessions,
  subscriptions,
  usageDays,
  users,
} from '../database/schema.ts';
import { createJobHandlers } from '../jobs/job-handlers.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { deleteAccount } from './delete-account.ts';
import { findInTables } from './testing/find-in-tables.ts';
import { fillTables } from './testing/full-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const database = () => server.services.database;

/** Runs all waiting jobs. Resolves with the customers whose subscriptions were to be cancelled. */
async function doJobs(): Promise<string[]> {
  const customers: string[] = [];
  await server.services.jobs.runPending({
    ...createJobHandlers(server.services),
    'cancel-subscriptions': async ({ customerId }: JobPayloads['cancel-subscriptions']) =>
      void customers.push(customerId),
  });
  return customers;
}

function remove(user: TestUser) {
  return server.call(deleteCall, {}, { token: user.token });
}

function entry(seconds = 60) {
  return { id: randomUUID(), startedAt: server.clock.now().toISOString(), seconds, timezone: 'UTC' };
}

async function pay(userId: string | null, row: { email?: string; customerId?: string }) {
  const id = `cs_${randomUUID()}`;
  await database()
    .insert(purchases)
    .values({ id, userId, status: 'paid', paidAt: server.clock.now(), ...row });
  return id;
}

describe('After an account is deleted', () => {
  test('its tokens stop working immediately', async () => {
    const user = await createUser(server);
    const device = await startSession(database(), server.services, { userId: user.id, kind: 'device', name: 'A Mac' });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });

    const answer = await remove(user);

    expect(answer).toMatchObject({ ok: true, status: 200, data: { deleted: true } });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
    const cookies = browserWith(user.refreshToken);
    expect(await server.call(refresh, {}, { cookies })).toMatchObject(refusal('session-ended'));
    const { refreshToken } = device;
    expect(await server.call(refreshDevice, { body: { refreshToken } })).toMatchObject(refusal('session-ended'));
  });

  test('the browser forgets its refresh token', async () => {
    const answer = await remove(await createUser(server));
    expect(cookiesSetBy(answer).get(COOKIES.refreshToken.name)).toMatch(/=;.*Path=\/auth.*Expires=Thu, 01 Jan 1970/);
  });

  test('its address is in no table, before or after its jobs have run', async () => {
    const user = await createUser(server, { email: 'whoever.leaves@example.com' });
    await fillTables(database(), user.id, 1_000);
    await pay(user.id, { email: user.email });
    await pay(null, { email: user.email });
    expect(await findInTables(database(), user.email)).toEqual(['public.purchases', 'public.users']);

    await remove(user);

    expect(await findInTables(database(), user.email)).toEqual([]);
    await doJobs();
    expect(await findInTables(database(), user.email)).toEqual([]);
    expect(await findInTables(database(), 'whoever.leaves')).toEqual([]);
  });

  test('its address is in no table even if a mail to it fails', async () => {
    const refusing = await startTestServer({
      services: { mailer: { send: async ({ to }) => Promise.reject(new Error(`550 ${to} is unknown`)), close() {} } },
    });
    onTestFinished(() => refusing.close());
    const { services } = refusing;
    const user = await createUser(refusing);
    await refusing.call(deleteCall, {}, { token: user.token });
    await services.jobs.work(createJobHandlers(services));
    const failed = sql`select 1 from jobs.job where name = 'send-mail' and state = 'retry'`;
    await vi.waitUntil(async () => (await services.database.execute(failed)).rows.length > 0, { timeout: 300_000 });
    expect(await findInTables(services.database, user.email)).toEqual([]);
  });

  test('only audit events, which hold nothing but ids, still refer to it', async () => {
    const user = await createUser(server);
    await fillTables(database(), user.id, 3_000);
    await remove(user);
    await doJobs();
    const tables = await findInTables(database(), user.id);
    expect(tables.filter((table) => !table.startsWith('jobs.'))).toEqual(['public.audit_events']);
    const written = await database().select().from(auditEvents).where(eq(auditEvents.userId, user.id));
    expect(written).toContainEqual({
      id: expect.any(Number),
      at: server.clock.now(),
      actor: 'user',
      operator: null,
      action: 'account-deleted',
      userId: user.id,
      subjectId: null,
    });
  });

  test('its payments are kept under the provider’s ids', async () => {
    const user = await createUser(server);
    const customerId = `cus_${randomUUID()}`;
    const purchaseId = await pay(user.id, { customerId });
    const subscription = { id: `sub_${randomUUID()}`, customerId, userId: user.id, priceId: 'price', status: 'active' };
    await database()
      .insert(subscriptions)
      .values({ ...subscription, cancelAtPeriodEnd: false, createdAt: server.clock.now() });
    await remove(user);
    const [purchase] = await database().select().from(purchases).where(eq(purchases.id, purchaseId));
    expect(purchase).toMatchObject({ customerId, userId: null, email: null, status: 'paid' });
    const [kept] = await database().select().from(subscriptions).where(eq(subscriptions.id, subscription.id));
    expect(kept).toMatchObject({ ...subscription, userId: null });
  });

  test('each of its customers at the provider is canceled once', async () => {
    const user = await createUser(server);
    const [own, byLink] = [`cus_${randomUUID()}`, `cus_${randomUUID()}`];
    await database().update(users).set({ customerId: own }).where(eq(users.id, user.id));
    await pay(user.id, { customerId: byLink });
    await pay(user.id, { customerId: own });
    await doJobs();
    await remove(user);
    expect((await doJobs()).sort()).toEqual([own, byLink].sort());
  });

  test('a confirmation is mailed to its former address', async () => {
    const user = await createUser(server);
    await doJobs();
    server.mails.splice(0);
    await remove(user);
    await doJobs();
    expect(server.mails.map(({ to }) => to)).toEqual([user.email]);
  });

  test('the address can be registered again', async () => {
    const user = await createUser(server);
    await remove(user);
    const body = { email: user.email, password: 'another password' };
    expect(await server.call(register, { body })).toMatchObject({ ok: true, status: 202 });
    const [registered] = await database().select().from(users).where(eq(users.email, user.email));
    expect(registered?.id).not.toBe(user.id);
    expect(registered?.emailVerifiedAt).toBeNull();
  });

  test('other accounts and their payments are unchanged', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    const held = await fillTables(database(), other.id, 7_000);
    const waiting = await pay(null, { email: 'somebody.else@example.com' });
    await remove(user);
    const tables = await findInTables(database(), other.id);
    expect(tables).toHaveLength(new Set(held.map(({ column }) => column.split('.')[0])).size + 1);
    const [kept] = await database().select().from(purchases).where(eq(purchases.id, waiting));
    expect(kept?.email).toBe('somebody.else@example.com');
  });
});

describe('Deleting an account', () => {
  test('is refused without a session and from other sites', async () => {
    const user = await createUser(server);
    expect(await server.call(deleteCall, {})).toMatchObject(refusal('not-signed-in'));
    const headers = { Origin: 'https://elsewhere.example' };
    expect(await server.call(deleteCall, {}, { token: user.token, headers })).toMatchObject(refusal('foreign-origin'));
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
  });

  test('happens only once if requested 20 times concurrently', async () => {
    const user = await createUser(server);
    await database()
      .update(users)
      .set({ customerId: `cus_${user.id}` })
      .where(eq(users.id, user.id));
    await doJobs();
    server.mails.splice(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(user)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(refusal('session-ended'));
    expect(await doJobs()).toEqual([`cus_${user.id}`]);
    expect(server.mails).toHaveLength(1);
    const written = await database()
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, user.id), eq(auditEvents.action, 'account-deleted')));
    expect(written).toHaveLength(1);
  });

  test('never causes a server error in concurrent calls', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await createUser(server);
      const { token } = user;
      const cookies = () => browserWith(user.refreshToken);
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, () =>
          server.call(reportUsage, { body: { entries: [entry(), entry()] } }, { token }),
        ),
        ...Array.from({ length: 3 }, () => server.call(refresh, {}, { cookies: cookies() })),
        remove(user),
        ...Array.from({ length: 10 }, () =>
          server.call(reportUsage, { body: { entries: [entry(), entry()] } }, { token }),
        ),
        ...Array.from({ length: 3 }, () => server.call(generateSetupToken, {}, { token })),
        ...Array.from({ length: 3 }, () => server.call(getUsage, {}, { token })),
        ...Array.from({ length: 3 }, () => server.call(refresh, {}, { cookies: cookies() })),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect(await findInTables(database(), user.email)).toEqual([]);
    }
  });

  test('refuses a call that was waiting for it', async () => {
    const user = await createUser(server);
    const { report } = await database().transaction(async (transaction) => {
      await transaction.delete(users).where(eq(users.id, user.id));
      const report = server.call(reportUsage, { body: { entries: [entry()] } }, { token: user.token });
      await untilQueryWaits(database());
      return { report };
    });
    expect(await report).toMatchObject(refusal('session-ended'));
  });

  test('waits for a session that is ending, without locking its setup tokens meanwhile', async () => {
    const user = await createUser(server);
    await server.call(generateSetupToken, {}, { token: user.token });
    const { deletion } = await database().transaction(async (transaction) => {
      await transaction.select().from(sessions).where(eq(sessions.userId, user.id)).for('update');
      const deletion = remove(user);
      await untilQueryWaits(database());
      const free = transaction.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
      expect(await free.for('update', { skipLocked: true })).toHaveLength(1);
      return { deletion };
    });
    expect(await deletion).toMatchObject({ ok: true });
  });

  test('yields to a transaction that holds one of the account’s rows and needs another', async () => {
    const user = await createUser(server);
    await database().insert(usageDays).values({ userId: user.id, day: '2026-03-18', seconds: 1 });
    const { deletion } = await database().transaction(async (transaction) => {
      await transaction.update(usageDays).set({ seconds: 2 }).where(eq(usageDays.userId, user.id));
      const deletion = remove(user);
      await untilQueryWaits(database());
      await transaction.update(users).set({ usageTimezone: 'UTC' }).where(eq(users.id, user.id));
      return { deletion };
    });
    expect(await deletion).toMatchObject({ ok: true });
    expect(await findInTables(database(), user.email)).toEqual([]);
  });

  test('answers that it is unavailable while another transaction locks the account', async () => {
    const user = await createUser(server);
    await database().transaction(async (transaction) => {
      await transaction.select().from(users).where(eq(users.id, user.id)).for('update');
      expect(await remove(user)).toMatchObject(refusal('unavailable'));
    });
    expect(await remove(user)).toMatchObject({ ok: true });
  });

  test('sends no mail and leaves payments alone if the address was never verified', async () => {
    const id = randomUUID();
    const email = `${id}@example.com`;
    await database().insert(users).values({ id, email, createdAt: server.clock.now() });
    const waiting = await pay(null, { email });
    await doJobs();
    server.mails.splice(0);
    expect(await deleteAccount(server.services, { userId: id, actor: { operator: 'anna' } })).toBe(true);
    await doJobs();
    expect(server.mails).toEqual([]);
    const [kept] = await database()
      .select()
      .from(purchases)
      .where(and(eq(purchases.id, waiting), isNull(purchases.userId)));
    expect(kept?.email).toBe(email);
  });
});
