import { createCheckoutSession, verifyCheckoutSession } from '@workspace/contract/billing';
import { claimPurchases } from '@workspace/server/billing/claim-purchases';
import { listUnmatchedPayments } from '@workspace/server/billing/list-unmatched-payments';
import { auditEvents, purchases, users } from '@workspace/server/database/schema';
import { untilQueryWaits } from '@workspace/server/testing/lock-waits';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BillingWorld, PRICE_ID, startBillingWorld } from './billing-world.ts';
import type { SandboxSession } from './payments-control.ts';

let world: BillingWorld;
let user: TestUser;
let count = 0;
/** An address without an account. */
let address: string;
beforeAll(async () => {
  world = await startBillingWorld();
});
beforeEach(async () => {
  user = await createUser(world.server);
  count += 1;
  address = `buyer-${count}@example.com`;
});

type Paid = SandboxSession & { payment_intent: string };

/** Buys a license with the payment link, and delivers the webhooks. */
async function buy({ email, ...link }: Parameters<BillingWorld['payments']['followLink']>[0] & { email?: string }) {
  const { id } = await world.payments.followLink(link);
  const session = await world.payments.pay(id, email === undefined ? {} : { email });
  await world.settle();
  return session as Paid;
}

function buyFor({ id, email }: TestUser): Promise<Paid> {
  return buy({ client_reference_id: id, locked_prefilled_email: email });
}

async function purchaseRow(id: string) {
  const [row] = await world.server.services.database.select().from(purchases).where(eq(purchases.id, id));
  return row;
}

function mailsTo(email: string) {
  return world.server.mails.filter(({ to }) => to === email);
}

/** Verifies an address, in one transaction. */
async function verifyAddress({ id, email }: { id: string; email: string }): Promise<void> {
  const { database, clock } = world.server.services;
  await database.transaction(async (transaction) => {
    await transaction.update(users).set({ emailVerifiedAt: clock.now() }).where(eq(users.id, id));
    await claimPurchases(transaction, world.server.services, { id, email });
  });
}

async function register(email: string): Promise<{ id: string; email: string }> {
  const { database, clock } = world.server.services;
  const id = crypto.randomUUID();
  await database.insert(users).values({ id, email, createdAt: clock.now() });
  return { id, email };
}

async function unmatched(id: string) {
  return (await listUnmatchedPayments(world.server.services.database)).find((payment) => payment.id === id);
}

describe('a license', () => {
  test('belongs to the user named by the site, whatever address was typed, and is confirmed by one email', async () => {
    const { id, payment_intent } = await buy({ client_reference_id: user.id, email: address });
    expect(await world.planOf(user)).toBe('license');
    expect(await purchaseRow(id)).toMatchObject({
      userId: user.id,
      email: null,
      paymentIntentId: payment_intent,
      status: 'paid',
      amount: 1_999,
      currency: 'usd',
    });
    expect(mailsTo(user.email)).toHaveLength(1);
    expect(mailsTo(address)).toHaveLength(0);
    expect(await unmatched(id)).toBeUndefined();
  });

  test('belongs to the verified account with the typed address', async () => {
    const { id } = await buy({ email: ` ${user.email.toUpperCase()} ` });
    expect(await world.planOf(user)).toBe('license');
    expect(await purchaseRow(id)).toMatchObject({ userId: user.id, email: null });
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('for an address without an account is announced there by email, and waits until it is verified', async () => {
    const { id } = await buy({ email: address.toUpperCase() });
    expect(await purchaseRow(id)).toMatchObject({ userId: null, email: address });
    expect(await unmatched(id)).toMatchObject({ id, email: address, amount: 1_999, currency: 'usd', status: 'paid' });
    expect(mailsTo(address)).toHaveLength(1);
    const registered = await register(address);
    await verifyAddress(registered);
    expect(await world.planOf(registered)).toBe('license');
    expect(await purchaseRow(id)).toMatchObject({ userId: registered.id, email: null });
    expect(await unmatched(id)).toBeUndefined();
    await world.settle();
    expect(mailsTo(address)).toHaveLength(1);
  });

  test('is not given to an account with an unverified address', async () => {
    const registered = await register(address);
    const { id } = await buy({ email: address });
    expect(await world.planOf(registered)).toBeUndefined();
    await verifyAddress(registered);
    expect(await world.planOf(registered)).toBe('license');
    expect(await purchaseRow(id)).toMatchObject({ userId: registered.id });
  });

  test('reaches its buyer even if the address is verified while the payment is processed', async () => {
    const { database, clock } = world.server.services;
    const registered = await register(address);
    const { id } = await world.payments.followLink({});
    await world.payments.pay(id, { email: address });
    await world.payments.flushWebhooks();
    let jobs: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      await transaction.update(users).set({ emailVerifiedAt: clock.now() }).where(eq(users.id, registered.id));
      await claimPurchases(transaction, world.server.services, registered);
      jobs = world.server.runJobs();
      await Promise.race([jobs, untilQueryWaits(database)]);
    });
    await jobs;
    expect(await world.planOf(registered)).toBe('license');
  });

  test('with an unknown reference is assigned by the typed address', async () => {
    for (const client_reference_id of [crypto.randomUUID(), 'x'.repeat(200), 'null']) {
      const buyer = await createUser(world.server);
      await buy({ client_reference_id, email: buyer.email });
      expect(await world.planOf(buyer)).toBe('license');
    }
  });

  test('counts only once a delayed payment succeeds', async () => {
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await world.payments.pay(id, { email: user.email, outcome: 'delayed' });
    await world.settle();
    expect(await purchaseRow(id)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('unpaid');
    expect(mailsTo(user.email)).toHaveLength(0);
    await world.payments.settle(id, 'succeeded');
    await world.settle();
    expect(await world.planOf(user)).toBe('license');
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('prevents its owner from subscribing too', async () => {
    await buyFor(user);
    const answer = await world.server.call(createCheckoutSession, { body: { priceId: PRICE_ID } }, user);
    expect(answer).toMatchObject({ ok: false, status: 409 });
  });

  test('takes precedence over a subscription, which applies again once the license is refunded', async () => {
    await world.subscribe(user);
    const { payment_intent } = await buyFor(user);
    expect(await world.planOf(user)).toBe('license');
    await world.payments.refund({ paymentIntent: payment_intent });
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
  });
});

describe('another product sold on the same account', () => {
  test('makes nobody Standard, is not stored, and can’t be verified', async () => {
    const { id } = await buy({ link: 'other', client_reference_id: user.id, email: user.email });
    expect(await world.planOf(user)).toBeUndefined();
    expect(await purchaseRow(id)).toBeUndefined();
    expect(await world.verify(user, id)).toBe(404);
    expect(mailsTo(user.email)).toHaveLength(0);
  });

  test('is still ignored when it is refunded or disputed', async () => {
    const first = await buy({ link: 'other', client_reference_id: user.id, email: user.email });
    await world.payments.refund({ paymentIntent: first.payment_intent });
    const second = await buy({ link: 'other', client_reference_id: user.id, email: user.email });
    await world.payments.dispute({ paymentIntent: second.payment_intent });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await purchaseRow(second.id)).toBeUndefined();
  });
});

describe('a license is revoked', () => {
  test('by a full refund, not by a partial one', async () => {
    const { id, payment_intent } = await buyFor(user);
    await world.payments.refund({ paymentIntent: payment_intent, amount: 1_998 });
    await world.settle();
    expect(await world.planOf(user)).toBe('license');
    await world.payments.refund({ paymentIntent: payment_intent, amount: 1 });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('refunded');
  });

  test('by a dispute as soon as it is opened, and for good if it is lost', async () => {
    const { id, payment_intent } = await buyFor(user);
    const dispute = await world.payments.dispute({ paymentIntent: payment_intent });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('disputed');
    await world.payments.closeDispute(dispute.id, 'lost');
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
  });

  test('by a dispute only until it is won', async () => {
    const { id, payment_intent } = await buyFor(user);
    const dispute = await world.payments.dispute({ paymentIntent: payment_intent });
    await world.settle();
    await world.payments.closeDispute(dispute.id, 'won');
    await world.settle();
    expect(await world.planOf(user)).toBe('license');
    expect(await world.verify(user, id)).toBe('paid');
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('without losing the plan if another was bought', async () => {
    const first = await buyFor(user);
    const second = await buyFor(user);
    await world.payments.refund({ paymentIntent: first.payment_intent });
    await world.settle();
    expect(await world.planOf(user)).toBe('license');
    await world.payments.refund({ paymentIntent: second.payment_intent });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
  });

  test('before it is claimed, and can’t be claimed then', async () => {
    const { id, payment_intent } = await buy({ email: address });
    await world.payments.refund({ paymentIntent: payment_intent });
    await world.settle();
    expect(await unmatched(id)).toBeUndefined();
    const registered = await register(address);
    await verifyAddress(registered);
    expect(await world.planOf(registered)).toBeUndefined();
  });
});

describe('the verification of a license', () => {
  test('works for the user named by the site, before the webhook arrives', async () => {
    await world.payments.setWebhookMode('hold');
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    expect(await world.verify(user, id)).toBe('unpaid');
    await world.payments.pay(id, { email: address });
    expect(await world.verify(user, id)).toBe('paid');
    expect(await world.planOf(user)).toBe('license');
    await world.payments.setWebhookMode('normal');
    await world.settle();
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('works for the owner of the typed address, if verified', async () => {
    const { id } = await world.payments.followLink({});
    await world.payments.pay(id, { email: user.email });
    expect(await world.verify(user, id)).toBe('paid');
    expect(await world.planOf(user)).toBe('license');
    await world.settle();
  });

  test("works for nobody else, not even the owner of an address that was typed for another's license", async () => {
    const stranger = await createUser(world.server);
    const { id } = await buy({ client_reference_id: user.id, email: stranger.email });
    expect(await world.verify(stranger, id)).toBe(404);
    const { id: unclaimed } = await buy({ email: address });
    const answer = await world.server.call(verifyCheckoutSession, { body: { sessionId: unclaimed } }, stranger);
    expect(answer).toMatchObject({ ok: false, status: 404 });
  });
});

describe('if an account is deleted', () => {
  async function deleteAccount({ id }: TestUser): Promise<void> {
    const { database, clock } = world.server.services;
    await database.delete(users).where(eq(users.id, id));
    await database
      .insert(auditEvents)
      .values({ at: clock.now(), actor: 'user', action: 'account-deleted', userId: id });
  }

  test('its payment is kept without user and address, even if it is refunded later', async () => {
    const { id, payment_intent } = await buyFor(user);
    await deleteAccount(user);
    await world.payments.refund({ paymentIntent: payment_intent });
    await world.settle();
    expect(await purchaseRow(id)).toMatchObject({ userId: null, email: null, status: 'refunded' });
  });

  test('a payment reported only afterwards is kept without an address', async () => {
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await deleteAccount(user);
    await world.payments.pay(id, { email: user.email });
    await world.settle();
    expect(await purchaseRow(id)).toMatchObject({ userId: null, email: null, status: 'paid' });
    expect(await unmatched(id)).toMatchObject({ email: null });
    expect(mailsTo(user.email)).toHaveLength(0);
  });
});
