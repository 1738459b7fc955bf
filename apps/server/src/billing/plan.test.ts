import { randomUUID } from 'node:crypto';
import { getMe } from '@workspace/contract/auth';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMs, DAY_MS } from '../clock.ts';
import type { Transaction } from '../database/database.ts';
import { auditEvents, grants, plans, purchases, subscriptions, users } from '../database/schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { claimPurchases } from './claim-purchases.ts';
import { grantLicense, revokeLicense } from './given-licenses.ts';
import { listUnmatchedPayments } from './list-unmatched-payments.ts';
import { PAYMENTS } from './testing/payments-config.ts';
import { updatePlan } from './update-plan.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ config: { payments: PAYMENTS } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await createUser(server);
});

function transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return server.services.database.transaction(work);
}

async function planOf({ id }: { id: string }) {
  const [plan] = await server.services.database.select().from(plans).where(eq(plans.userId, id));
  return plan;
}

function subscribe(transaction: Transaction, changes: Partial<typeof subscriptions.$inferInsert> = {}) {
  const row = {
    id: `sub_${randomUUID()}`,
    customerId: 'cus_1',
    userId: user.id,
    priceId: PAYMENTS.standardPriceId,
    status: 'active',
    currentPeriodEnd: addMs(server.clock.now(), 30 * DAY_MS),
    cancelAtPeriodEnd: false,
    createdAt: server.clock.now(),
    ...changes,
  };
  return transaction.insert(subscriptions).values(row);
}

async function buy(transaction: Transaction, changes: Partial<typeof purchases.$inferInsert> = {}): Promise<string> {
  const id = `cs_${randomUUID()}`;
  await transaction.insert(purchases).values({
    id,
    userId: user.id,
    status: 'paid',
    amount: 1_999,
    currency: 'usd',
    paidAt: server.clock.now(),
    ...changes,
  });
  return id;
}

const update = (transaction: Transaction) => updatePlan(transaction, server.services, user.id);
const grant = () => transact((transaction) => grantLicense(transaction, server.services, user.id));
const revoke = () => transact((transaction) => revokeLicense(transaction, server.services, user.id));

describe('the plan', () => {
  test.each([
    ['active', 'subscription'],
    ['trialing', 'subscription'],
    ['past_due', 'subscription'],
    ['incomplete', undefined],
    ['incomplete_expired', undefined],
    ['unpaid', undefined],
    ['paused', undefined],
    ['canceled', undefined],
    ['refunded', undefined],
    ['disputed', undefined],
    ['a word that the provider has yet to invent', undefined],
  ])('with a subscription that is %s has the source %s', async (status, source) => {
    await transact(async (transaction) => {
      await subscribe(transaction, { status });
      await update(transaction);
    });
    expect((await planOf(user))?.source).toBe(source);
  });

  test.each([
    ['paid', 'license'],
    ['refunded', undefined],
    ['disputed', undefined],
  ] as const)('with a license that is %s has the source %s', async (status, source) => {
    await transact(async (transaction) => {
      await buy(transaction, { status });
      await update(transaction);
    });
    expect((await planOf(user))?.source).toBe(source);
  });

  test('comes from the license, which does not expire, even if there is a subscription', async () => {
    await transact(async (transaction) => {
      await subscribe(transaction);
      await buy(transaction);
      await update(transaction);
    });
    expect(await planOf(user)).toEqual({
      userId: user.id,
      source: 'license',
      priceId: PAYMENTS.standardPriceId,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    });
  });

  test('comes from the subscription that renews if another one is ending', async () => {
    const end = addMs(server.clock.now(), 3 * DAY_MS);
    await transact(async (transaction) => {
      await subscribe(transaction, { cancelAtPeriodEnd: true });
      await subscribe(transaction, { currentPeriodEnd: end });
      await subscribe(transaction, { currentPeriodEnd: addMs(end, -DAY_MS) });
      await update(transaction);
    });
    expect(await planOf(user)).toMatchObject({ currentPeriodEnd: end, cancelAtPeriodEnd: false });
  });

  test('ignores payments that belong to others or to nobody', async () => {
    const other = await createUser(server);
    await transact(async (transaction) => {
      await subscribe(transaction, { userId: other.id });
      await buy(transaction, { userId: null, email: user.email });
      await update(transaction);
    });
    expect(await planOf(user)).toBeUndefined();
  });

  test('is correct even if two of its sources change concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      user = await createUser(server);
      const license = await transact((transaction) => buy(transaction));
      await Promise.all([
        transact(async (transaction) => {
          await subscribe(transaction);
          await update(transaction);
        }),
        transact(async (transaction) => {
          await transaction.update(purchases).set({ status: 'refunded' }).where(eq(purchases.id, license));
          await update(transaction);
        }),
      ]);
      expect((await planOf(user))?.source).toBe('subscription');
    }
  });

  test('is shown to its user, and audited when it changes', async () => {
    await grant();
    expect(await server.call(getMe, {}, user)).toMatchObject({
      data: { subscription: { source: 'license', priceId: PAYMENTS.standardPriceId } },
    });
    await transact(update);
    await revoke();
    expect(await server.call(getMe, {}, user)).toMatchObject({ data: { subscription: null } });
    const traces = await server.services.database
      .select({ actor: auditEvents.actor, subjectId: auditEvents.subjectId })
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, user.id), eq(auditEvents.action, 'plan-changed')))
      .orderBy(asc(auditEvents.id));
    expect(traces).toEqual([
      { actor: 'system', subjectId: 'license' },
      { actor: 'system', subjectId: 'none' },
    ]);
  });

  test('can be updated for an unknown user without an error', async () => {
    await expect(
      transact((transaction) => updatePlan(transaction, server.services, randomUUID())),
    ).resolves.toBeUndefined();
  });

  test('can be granted even if payments are not set up', async () => {
    const bare = await startTestServer({ sharing: server, config: { payments: undefined } });
    await transact((transaction) => grantLicense(transaction, bare.services, user.id));
    expect(await planOf(user)).toMatchObject({ source: 'license' });
    await bare.close();
  });
});

describe('a license from support', () => {
  test('is granted only once in twenty concurrent attempts', async () => {
    const given = await Promise.all(Array.from({ length: 20 }, grant));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await planOf(user)).toMatchObject({ source: 'license' });
    expect(await server.services.database.select().from(grants).where(eq(grants.userId, user.id))).toHaveLength(1);
  });

  test('can be revoked once and granted again', async () => {
    expect(await revoke()).toBe(false);
    await grant();
    const taken = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await planOf(user)).toBeUndefined();
    expect(await grant()).toBe(true);
    expect(await planOf(user)).toMatchObject({ source: 'license' });
  });

  test('leaves a paid license alone when revoked', async () => {
    await transact((transaction) => buy(transaction));
    await grant();
    await revoke();
    expect(await planOf(user)).toMatchObject({ source: 'license' });
  });

  test('is granted only to existing users', async () => {
    expect(await transact((transaction) => grantLicense(transaction, server.services, randomUUID()))).toBe(false);
  });
});

describe('payments without a user', () => {
  test('are all claimed by address, once', async () => {
    const [one, two] = await transact(async (transaction) => [
      await buy(transaction, { userId: null, email: user.email }),
      await buy(transaction, { userId: null, email: user.email, status: 'refunded' }),
    ]);
    await Promise.all(
      Array.from({ length: 20 }, () => transact((transaction) => claimPurchases(transaction, server.services, user))),
    );
    const { database } = server.services;
    for (const id of [one, two]) {
      const [row] = await database
        .select()
        .from(purchases)
        .where(eq(purchases.id, String(id)));
      expect(row).toMatchObject({ userId: user.id, email: null });
    }
    expect(await planOf(user)).toMatchObject({ source: 'license' });
  });

  test('are listed for support, oldest first', async () => {
    const own = await startTestServer({ config: { payments: PAYMENTS } });
    const { database } = own.services;
    const now = own.clock.now();
    const row = { status: 'paid' as const, amount: 1_999, currency: 'usd' };
    const [owner] = await database
      .insert(users)
      .values({ id: randomUUID(), email: 'owner@example.com', createdAt: now })
      .returning();
    await database.insert(purchases).values([
      { ...row, id: 'cs_newer', email: 'someone@example.com', paidAt: now },
      { ...row, id: 'cs_older', paidAt: addMs(now, -DAY_MS) },
      { ...row, id: 'cs_refunded', status: 'refunded', paidAt: now },
      { ...row, id: 'cs_owned', userId: owner?.id, paidAt: now },
    ]);
    const subscription = { customerId: 'cus_1', priceId: 'price_1', cancelAtPeriodEnd: false, createdAt: now };
    await database.insert(subscriptions).values([
      { ...subscription, id: 'sub_running', status: 'active' },
      { ...subscription, id: 'sub_ended', status: 'canceled' },
      { ...subscription, id: 'sub_owned', status: 'active', userId: owner?.id },
    ]);
    expect(await listUnmatchedPayments(database)).toEqual([
      { ...row, id: 'cs_older', email: null, paidAt: addMs(now, -DAY_MS) },
      { ...row, id: 'cs_newer', email: 'someone@example.com', paidAt: now },
      { id: 'sub_running', email: null, amount: null, currency: null, paidAt: now, status: 'active' },
    ]);
    await own.close();
  });
});
