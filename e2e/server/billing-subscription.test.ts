import { createCheckoutSession, createPortalSession, verifyCheckoutSession } from '@workspace/contract/billing';
import { createPaymentProvider } from '@workspace/server/billing/payment-provider';
import { plans, subscriptions, users } from '@workspace/server/database/schema';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BillingWorld, PRICE_ID, startBillingWorld } from './billing-world.ts';

let world: BillingWorld;
let user: TestUser;
beforeAll(async () => {
  world = await startBillingWorld();
});
beforeEach(async () => {
  user = await createUser(world.server);
});

async function subscriptionRow(id: string) {
  const [row] = await world.server.services.database.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

async function customerOf({ id }: TestUser): Promise<string | null | undefined> {
  const [row] = await world.server.services.database.select().from(users).where(eq(users.id, id));
  return row?.customerId;
}

function checkOut({ token }: TestUser, server = world.server, priceId = PRICE_ID) {
  return server.call(createCheckoutSession, { body: { priceId } }, { token });
}

function mailsTo({ email }: TestUser) {
  return world.server.mails.filter(({ to }) => to === email);
}

describe('the checkout page', () => {
  test("is the buyer's own, with the buyer's address locked, and leads back to the site", async () => {
    const session = await world.openCheckout(user);
    const { siteUrl } = world.server.services.config;
    expect(session).toMatchObject({
      status: 'open',
      client_reference_id: user.id,
      customer: await customerOf(user),
      customer_details: { email: user.email },
      success_url: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${siteUrl}/checkout/cancelled`,
    });
  });

  test('is returned again while it is open, and replaced once it has ended', async () => {
    const first = await world.openCheckout(user);
    expect((await world.openCheckout(user)).id).toBe(first.id);
    await world.payments.expire(first.id);
    const second = await world.openCheckout(user);
    expect(second.id).not.toBe(first.id);
    expect(second.customer).toBe(first.customer);
  });

  test('is the same, for one customer, in twenty concurrent calls', async () => {
    const payments = createPaymentProvider(world.config);
    const { customers, checkout } = payments;
    const makeCustomer = together(20, customers.create.bind(customers));
    const openSession = together(20, checkout.sessions.create.bind(checkout.sessions));
    vi.spyOn(customers, 'create').mockImplementation(makeCustomer);
    vi.spyOn(checkout.sessions, 'create').mockImplementation(openSession);
    const busy = await world.startAnother({ services: { payments } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkOut(user, busy)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(new Set(answers.map((answer) => answer.ok && answer.data.url)).size).toBe(1);
    const { data: made } = await world.provider.customers.list({ email: user.email });
    expect(made.map(({ id }) => id)).toEqual([await customerOf(user)]);
    await busy.close();
  });

  /** Holds requests until this many are waiting. */
  function together<Request extends unknown[], Answer>(
    count: number,
    ask: (...request: Request) => Promise<Answer>,
  ): (...request: Request) => Promise<Answer> {
    let waiting = 0;
    const all = Promise.withResolvers<void>();
    return async (...request) => {
      waiting += 1;
      if (waiting === count) all.resolve();
      await all.promise;
      return ask(...request);
    };
  }

  test('is refused if the price is different', async () => {
    for (const priceId of ['price_sandbox_other_monthly', 'price_unknown', `${PRICE_ID} `]) {
      expect(await checkOut(user, world.server, priceId)).toMatchObject({ ok: false, status: 400 });
    }
    expect(await customerOf(user)).toBeNull();
  });

  test('is refused to users who are already Standard', async () => {
    await world.subscribe(user);
    expect(await checkOut(user)).toMatchObject({ ok: false, status: 409 });
  });

  test('is refused right after a payment, before its webhook arrives', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.setWebhookMode('hold');
    await world.payments.pay(id);
    expect(await checkOut(user)).toMatchObject({ ok: false, status: 409 });
    expect(await world.planOf(user)).toBe('subscription');
    await world.payments.setWebhookMode('normal');
  });

  test('is refused while a payment is pending', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.pay(id, { outcome: 'delayed' });
    await world.settle();
    expect(await checkOut(user)).toMatchObject({
      status: 409,
      errors: ["Your payment is on its way. You'll be on the Standard plan as soon as it arrives."],
    });
  });

  test('uses a new customer if the provider no longer knows the old one', async () => {
    const first = await world.openCheckout(user);
    await world.provider.customers.del(String(first.customer));
    const second = await world.openCheckout(user);
    expect(second.customer).not.toBe(first.customer);
    expect(await customerOf(user)).toBe(second.customer);
  });

  test('uses the customer that was created when the response got lost', async () => {
    const { id } = await world.provider.customers.create({ email: user.email, metadata: { userId: user.id } });
    expect((await world.openCheckout(user)).customer).toBe(id);
  });

  test("never uses a customer who merely has the buyer's address", async () => {
    const { id } = await world.provider.customers.create({ email: user.email });
    expect((await world.openCheckout(user)).customer).not.toBe(id);
  });
});

describe('a subscription', () => {
  test('makes the user Standard once it is paid, and is confirmed by one email', async () => {
    const { subscription } = await world.subscribe(user);
    expect(await world.planOf(user)).toBe('subscription');
    const [plan] = await world.server.services.database.select().from(plans).where(eq(plans.userId, user.id));
    const row = await subscriptionRow(subscription);
    expect(plan).toEqual({
      userId: user.id,
      source: 'subscription',
      priceId: PRICE_ID,
      currentPeriodEnd: row?.currentPeriodEnd,
      cancelAtPeriodEnd: false,
    });
    expect(mailsTo(user)).toHaveLength(1);
  });

  test('makes nobody Standard if the card is declined', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.pay(id, { outcome: 'declined' });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('unpaid');
  });

  test('makes the user Standard only once a delayed payment succeeds', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.pay(id, { outcome: 'delayed' });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('unpaid');
    expect(mailsTo(user)).toHaveLength(0);
    await world.payments.settle(id, 'succeeded');
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
    expect(mailsTo(user)).toHaveLength(1);
  });

  test('makes nobody Standard if a delayed payment fails, and can be bought again', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.pay(id, { outcome: 'delayed' });
    await world.payments.settle(id, 'failed');
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    await world.subscribe(user);
    expect(await world.planOf(user)).toBe('subscription');
  });

  test('that is canceled applies until the provider ends it with the period', async () => {
    const { subscription } = await world.subscribe(user);
    await world.payments.cancel(subscription, 'period-end');
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
    expect(await subscriptionRow(subscription)).toMatchObject({ cancelAtPeriodEnd: true });
    await world.payments.endPeriod(subscription);
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await subscriptionRow(subscription)).toMatchObject({ status: 'canceled' });
  });

  test('can be resumed before it ends, and bought again after', async () => {
    const { subscription } = await world.subscribe(user);
    await world.payments.cancel(subscription, 'period-end');
    await world.payments.resume(subscription);
    await world.settle();
    expect(await subscriptionRow(subscription)).toMatchObject({ cancelAtPeriodEnd: false });
    await world.payments.cancel(subscription, 'now');
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    const again = await world.subscribe(user);
    expect(again.subscription).not.toBe(subscription);
    expect(await world.planOf(user)).toBe('subscription');
  });

  test('is extended by each paid period', async () => {
    const { subscription } = await world.subscribe(user);
    await world.payments.endPeriod(subscription);
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
    expect(mailsTo(user)).toHaveLength(1);
  });

  test.each(['unpaid', 'canceled'] as const)(
    'that cannot be renewed applies while the provider retries, and ends when it gives up (%s)',
    async (end) => {
      const { subscription } = await world.subscribe(user);
      await world.payments.endPeriod(subscription, 'declined');
      await world.settle();
      expect(await subscriptionRow(subscription)).toMatchObject({ status: 'past_due' });
      expect(await world.planOf(user)).toBe('subscription');
      await world.payments.stopRetrying(subscription, end);
      await world.settle();
      expect(await world.planOf(user)).toBeUndefined();
    },
  );

  test('is renewed if a later attempt succeeds', async () => {
    const { subscription } = await world.subscribe(user);
    await world.payments.endPeriod(subscription, 'declined');
    await world.payments.retryPayment(subscription);
    await world.settle();
    expect(await subscriptionRow(subscription)).toMatchObject({ status: 'active' });
    expect(await world.planOf(user)).toBe('subscription');
  });

  test('does not count while its payment is disputed, and counts again once the dispute is won', async () => {
    const { subscription, customer } = await world.subscribe(user);
    const { charges } = await world.payments.state();
    const charge = String(charges.find((one) => one.customer === customer)?.id);
    const dispute = await world.payments.dispute({ charge });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await subscriptionRow(subscription)).toMatchObject({ status: 'disputed' });
    await world.payments.closeDispute(dispute.id, 'won');
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
  });

  test('does not count for a refunded period, but counts for the next paid one', async () => {
    const { subscription, customer, id } = await world.subscribe(user);
    const { charges } = await world.payments.state();
    const charge = String(charges.find((one) => one.customer === customer)?.id);
    await world.payments.refund({ charge, amount: 500 });
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
    await world.payments.refund({ charge });
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('refunded');
    await world.payments.endPeriod(subscription);
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
  });

  test('to another product, by the same customer, does not count', async () => {
    const { id, customer } = await world.openCheckout(user);
    await world.payments.expire(id);
    const foreign = await world.provider.checkout.sessions.create({
      mode: 'subscription',
      customer: String(customer),
      client_reference_id: user.id,
      line_items: [{ price: 'price_sandbox_other_monthly', quantity: 1 }],
      success_url: 'http://localhost:3000/checkout/success',
    });
    await world.payments.pay(foreign.id);
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, foreign.id)).toBe(404);
  });

  test('continues at the new price if the Standard price is replaced', async () => {
    const { subscription } = await world.subscribe(user);
    const later = await world.startAnother({
      config: { payments: { ...world.config, standardPriceId: 'price_sandbox_other_monthly' } },
    });
    await world.payments.endPeriod(subscription);
    await world.payments.flushWebhooks();
    await later.runJobs();
    const [plan] = await later.services.database.select().from(plans).where(eq(plans.userId, user.id));
    expect(plan).toMatchObject({ source: 'subscription', priceId: 'price_sandbox_other_monthly' });
    await later.close();
  });
});

describe('the verification of a checkout', () => {
  test('says `paid` only once the plan is active, even if the webhook is delayed', async () => {
    const { id } = await world.openCheckout(user);
    expect(await world.verify(user, id)).toBe('unpaid');
    await world.payments.setWebhookMode('hold');
    await world.payments.pay(id);
    const answer = await world.server.call(verifyCheckoutSession, { body: { sessionId: id } }, user);
    expect(answer).toMatchObject({ ok: true, data: { paymentStatus: 'paid', amountTotal: 1_999, url: null } });
    expect(await world.planOf(user)).toBe('subscription');
    await world.payments.setWebhookMode('normal');
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
    expect(mailsTo(user)).toHaveLength(1);
  });

  test('says the same in twenty concurrent calls, while two servers process webhooks', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.setWebhookMode('double');
    await world.payments.pay(id);
    await world.payments.flushWebhooks();
    await world.payments.setWebhookMode('normal');
    const other = await world.startAnother();
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => world.verify(user, id))),
      world.server.runJobs(),
      other.runJobs(),
    ]);
    expect(new Set(answers)).toEqual(new Set(['paid']));
    expect(await world.planOf(user)).toBe('subscription');
    await world.settle();
    expect(mailsTo(user)).toHaveLength(1);
    await other.close();
  });

  test("answers for another user's session exactly as for one that doesn't exist", async () => {
    const stranger = await createUser(world.server);
    const { id } = await world.openCheckout(user);
    const ask = (sessionId: string) => world.server.call(verifyCheckoutSession, { body: { sessionId } }, stranger);
    const unknown = await ask('cs_test_000000000000000000000000');
    expect(unknown).toMatchObject({ ok: false, status: 404 });
    const { headers: _, ...expected } = unknown;
    expect(await ask(id)).toMatchObject(expected);
    await world.payments.pay(id);
    expect(await ask(id)).toMatchObject(expected);
    expect(await world.planOf(stranger)).toBeUndefined();
  });

  test('does not ask the provider about invalid session ids', async () => {
    await world.payments.setOutage('refuse');
    for (const sessionId of [
      'x',
      '../customers',
      'cs_',
      'cs_test_a/../../customers',
      'cs_test_ä',
      `cs_${'a'.repeat(252)}`,
    ]) {
      expect(await world.verify(user, sessionId)).toBe(404);
    }
    await world.payments.setOutage('off');
  });

  test('says that a paid plan was canceled', async () => {
    const { id, subscription } = await world.subscribe(user);
    await world.payments.cancel(subscription, 'now');
    expect(await world.verify(user, id)).toBe('canceled');
    expect(await world.planOf(user)).toBeUndefined();
  });
});

describe('the portal', () => {
  test('opens for subscribers and for users who never bought anything, each with one customer', async () => {
    const { customer } = await world.subscribe(user);
    const other = await createUser(world.server);
    for (const { token } of [user, other, other]) {
      const answer = await world.server.call(createPortalSession, {}, { token });
      expect(answer).toMatchObject({ ok: true, data: { url: expect.stringContaining('/payments/portal/') } });
    }
    expect(await customerOf(user)).toBe(customer);
    const { data: customers } = await world.provider.customers.list({ email: other.email });
    expect(customers).toHaveLength(1);
  });
});
