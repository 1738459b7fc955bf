import { getMe } from '@workspace/contract/auth';
import { createCheckoutSession, createPortalSession, verifyCheckoutSession } from '@workspace/contract/billing';
import { cancelSubscriptions } from '@workspace/server/billing/cancel-subscriptions';
import { createPaymentProvider } from '@workspace/server/billing/payment-provider';
import { processPaymentEvent } from '@workspace/server/billing/process-payment-event';
import { reconcilePayments } from '@workspace/server/billing/reconcile-payments';
import { reconcileSubscription } from '@workspace/server/billing/reconcile-subscription';
import { addMs, MINUTE_MS } from '@workspace/server/clock';
import { paymentEvents, purchases, subscriptions, users } from '@workspace/server/database/schema';
import { createJobHandlers } from '@workspace/server/jobs/job-handlers';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BillingWorld, PRICE_ID, startBillingWorld } from './billing-world.ts';
import { startLossyNetwork } from './lossy-network.ts';

let world: BillingWorld;
let user: TestUser;
beforeAll(async () => {
  world = await startBillingWorld();
});
beforeEach(async () => {
  user = await createUser(world.server);
});
afterEach(async () => {
  await world.payments.setOutage('off');
  await world.payments.setWebhookMode('normal');
  await world.payments.sendWebhooksTo(`${world.server.url}/billing/webhook`);
});

function mailsTo({ email }: TestUser) {
  return world.server.mails.filter(({ to }) => to === email);
}

/** Returns the events about the objects with these ids. */
async function eventsOf(ids: readonly string[]) {
  const { events } = await world.payments.state();
  return events.filter(({ data }) => ids.includes(data.object.id));
}

describe('webhooks', () => {
  test.each(['double', 'reverse'] as const)('that arrive %s have the same effect', async (mode) => {
    await world.payments.setWebhookMode(mode);
    const { id, subscription } = await world.subscribe(user);
    expect(await world.planOf(user)).toBe('subscription');
    await world.payments.cancel(subscription, 'period-end');
    await world.payments.resume(subscription);
    await world.payments.cancel(subscription, 'now');
    await world.settle();
    expect(await world.planOf(user)).toBeUndefined();
    expect(await world.verify(user, id)).toBe('canceled');
    expect(mailsTo(user)).toHaveLength(1);
  });

  test('that arrive late, in reverse and repeatedly have no outdated effect', async () => {
    await world.payments.setWebhookMode('hold');
    const { id } = await world.openCheckout(user);
    const { subscription } = await world.payments.pay(id);
    await world.payments.endPeriod(String(subscription), 'declined');
    await world.payments.stopRetrying(String(subscription), 'canceled');
    expect(await world.server.runJobs()).toBe(0);
    await world.payments.flushWebhooks({ reverse: true });
    await world.server.runJobs();
    expect(await world.planOf(user)).toBeUndefined();
    for (const event of await eventsOf([id, String(subscription)])) {
      await world.payments.redeliver(event.id, 2);
      await world.server.runJobs();
      expect(await world.planOf(user)).toBeUndefined();
    }
    expect(mailsTo(user)).toHaveLength(0);
  });

  test('that arrive again after being processed create no jobs', async () => {
    const { id, subscription } = await world.subscribe(user);
    for (const event of await eventsOf([id, subscription])) await world.payments.redeliver(event.id, 3);
    expect(await world.server.runJobs()).toBe(0);
  });

  test('are processed again if the server stops before marking them as processed', async () => {
    await world.payments.setWebhookMode('hold');
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await world.payments.pay(id, { email: user.email });
    await world.payments.flushWebhooks();
    const { services } = world.server;
    const isOpen = and(eq(paymentEvents.objectId, id), isNull(paymentEvents.processedAt));
    const [open] = await services.database.select().from(paymentEvents).where(isOpen);
    const eventId = String(open?.id);
    const ended = new Proxy(services.database, {
      get(database, name) {
        if (name === 'update') throw new Error('The server has ended.');
        const value: unknown = Reflect.get(database, name, database);
        return typeof value === 'function' ? value.bind(database) : value;
      },
    });
    await expect(processPaymentEvent({ ...services, database: ended }, { eventId })).rejects.toThrow('ended');
    expect(await world.planOf(user)).toBe('license');
    expect(await services.database.select().from(paymentEvents).where(isOpen)).toHaveLength(1);
    await world.server.runJobs();
    expect(await services.database.select().from(paymentEvents).where(isOpen)).toHaveLength(0);
    expect(await services.database.select().from(purchases).where(eq(purchases.id, id))).toHaveLength(1);
    expect(await world.planOf(user)).toBe('license');
    expect(mailsTo(user)).toHaveLength(1);
  });

  test('never overwrite newer subscription state with a stale read on another server', async () => {
    const { subscription } = await world.subscribe(user);
    const payments = createPaymentProvider(world.config);
    const { subscriptions: resource } = payments;
    const late = answerLate(resource.retrieve.bind(resource));
    vi.spyOn(resource, 'retrieve').mockImplementationOnce(late.ask);
    const slow = await world.startAnother({ services: { payments } });
    const status = reconcileSubscription(slow.services, subscription);
    await late.hasRead;
    await world.payments.cancel(subscription, 'now');
    await world.settle();
    late.answer();
    expect(await status).toBe('canceled');
    expect(await world.planOf(user)).toBeUndefined();
    await slow.close();
  });

  test('never overwrite newer license state with a stale read on another server', async () => {
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    const { payment_intent } = await world.payments.pay(id, { email: user.email });
    await world.settle();
    const payments = createPaymentProvider(world.config);
    const { paymentIntents: resource } = payments;
    const late = answerLate(resource.retrieve.bind(resource));
    vi.spyOn(resource, 'retrieve').mockImplementationOnce(late.ask);
    const slow = await world.startAnother({ services: { payments } });
    const verified = slow.call(verifyCheckoutSession, { body: { sessionId: id } }, user);
    await late.hasRead;
    await world.payments.refund({ paymentIntent: String(payment_intent) });
    await world.settle();
    late.answer();
    expect(await verified).toMatchObject({ data: { paymentStatus: 'refunded' } });
    expect(await world.planOf(user)).toBeUndefined();
    await slow.close();
  });

  /** Sends the request immediately, and delivers the response only on demand. */
  function answerLate<Request extends unknown[], Answer>(ask: (...request: Request) => Promise<Answer>) {
    const read = Promise.withResolvers<void>();
    const demanded = Promise.withResolvers<void>();
    return {
      async ask(...request: Request): Promise<Answer> {
        const answer = await ask(...request);
        read.resolve();
        await demanded.promise;
        return answer;
      },
      hasRead: read.promise,
      answer: demanded.resolve,
    };
  }
});

describe('the nightly comparison', () => {
  const reconcile = async () => {
    await reconcilePayments(world.server.services, {});
    await world.server.runJobs();
  };

  test('finds purchases, refunds and cancellations even if every webhook was lost', async () => {
    const [buyer, refunded, cancelled] = [user, await createUser(world.server), await createUser(world.server)];
    const { subscription } = await world.subscribe(cancelled);
    const { id: old } = await world.payments.followLink({ client_reference_id: refunded.id });
    const { payment_intent } = await world.payments.pay(old, { email: refunded.email });
    await world.settle();
    await world.payments.sendWebhooksTo(undefined);
    const { id } = await world.payments.followLink({ client_reference_id: buyer.id });
    await world.payments.pay(id, { email: buyer.email });
    await world.payments.refund({ paymentIntent: String(payment_intent) });
    await world.payments.cancel(subscription, 'now');
    await world.settle();
    expect(await world.planOf(buyer)).toBeUndefined();
    await reconcile();
    expect(await world.planOf(buyer)).toBe('license');
    expect(await world.planOf(refunded)).toBeUndefined();
    expect(await world.planOf(cancelled)).toBeUndefined();
    expect(mailsTo(buyer)).toHaveLength(1);
  });

  test('processes events whose job was given up', async () => {
    const { services, clock } = world.server;
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await world.payments.sendWebhooksTo(undefined);
    await world.payments.pay(id, { email: user.email });
    const receivedAt = addMs(clock.now(), -11 * MINUTE_MS);
    const event = { id: 'evt_given_up', type: 'checkout.session.completed', objectId: id, receivedAt };
    await services.database.insert(paymentEvents).values(event);
    await reconcile();
    expect(await world.planOf(user)).toBe('license');
  });

  test('rereads active subscriptions', async () => {
    const { services } = world.server;
    const { subscription } = await world.subscribe(user);
    await services.database
      .update(subscriptions)
      .set({ cancelAtPeriodEnd: true })
      .where(eq(subscriptions.id, subscription));
    await reconcile();
    const [row] = await services.database.select().from(subscriptions).where(eq(subscriptions.id, subscription));
    expect(row).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  });

  test('retries only the subscription that failed, and reads the others once', async () => {
    const ids = [await world.subscribe(user), await world.subscribe(await createUser(world.server))].map(
      ({ subscription }) => subscription,
    );
    const payments = createPaymentProvider(world.config);
    const retrieve = vi.spyOn(payments.subscriptions, 'retrieve').mockRejectedValueOnce(new Error('not now'));
    const night = await world.startAnother({ services: { payments } });
    await reconcilePayments(night.services, {});
    await night.services.jobs.work(createJobHandlers(night.services));
    const asked = () => retrieve.mock.calls.map(([id]) => id);
    await vi.waitUntil(() => asked().length > new Set(asked()).size, { timeout: 300_000 });
    await night.close();
    expect(asked()).toEqual(expect.arrayContaining(ids));
    expect(asked()).toHaveLength(new Set(asked()).size + 1);
  });

  test('takes no plan away if the key belongs to an account without those purchases', async () => {
    const { services } = world.server;
    const row = {
      id: 'sub_of_another_account',
      customerId: 'cus_of_another_account',
      userId: user.id,
      priceId: PRICE_ID,
      status: 'active',
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      createdAt: services.clock.now(),
    };
    await services.database.insert(subscriptions).values(row);
    await reconcile();
    expect(await services.database.select().from(subscriptions).where(eq(subscriptions.id, row.id))).toEqual([row]);
  });

  test('does nothing if payments are not set up', async () => {
    const bare = await world.startAnother({ config: { payments: undefined } });
    await expect(reconcilePayments(bare.services, {})).resolves.toBeUndefined();
    await bare.close();
  });
});

describe('a provider that is down', () => {
  const billingCalls = (token: string, sessionId: string) => [
    world.server.call(createCheckoutSession, { body: { priceId: PRICE_ID } }, { token }),
    world.server.call(createPortalSession, {}, { token }),
    world.server.call(verifyCheckoutSession, { body: { sessionId } }, { token }),
  ];

  test.each(['refuse', '500'] as const)('fails only billing calls, with a clear message (%s)', async (mode) => {
    const { id } = await world.openCheckout(user);
    await world.payments.setOutage(mode);
    for (const answer of await Promise.all(billingCalls(user.token, id))) {
      expect(answer).toMatchObject({
        ok: false,
        status: 503,
        errors: ["We can't reach the payment provider right now. You haven't been charged. Please try again later."],
      });
    }
    expect(await world.server.call(getMe, {}, user)).toMatchObject({ ok: true });
    await world.payments.setOutage('off');
    expect((await world.openCheckout(user)).id).toBe(id);
  });

  test('has the same effect as one that is not configured or refuses the key', async () => {
    const { id } = await world.openCheckout(user);
    for (const payments of [undefined, { ...world.config, secretKey: 'sk_test_wrong' }]) {
      const other = await world.startAnother({ config: { payments } });
      const answer = await other.call(verifyCheckoutSession, { body: { sessionId: id } }, user);
      expect(answer).toMatchObject({ ok: false, status: 503 });
      await other.close();
    }
  });

  test('whose responses are lost gets retries with the same idempotency key, and does nothing twice', async () => {
    const network = await startLossyNetwork(String(world.config.apiBase));
    const remote = await world.startAnother({ config: { payments: { ...world.config, apiBase: network.url } } });
    const checkout = await remote.call(createCheckoutSession, { body: { priceId: PRICE_ID } }, user);
    const portal = await remote.call(createPortalSession, {}, user);
    expect([checkout, portal]).toMatchObject([{ ok: true }, { ok: true }]);
    const posts = network.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ path }) => path)).toEqual([
      '/v1/customers',
      '/v1/customers',
      '/v1/checkout/sessions',
      '/v1/checkout/sessions',
      '/v1/billing_portal/sessions',
      '/v1/billing_portal/sessions',
    ]);
    expect(posts.every(({ key }) => key !== undefined)).toBe(true);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(3);
    const { data: customers } = await world.provider.customers.list({ email: user.email });
    expect(customers).toHaveLength(1);
    const { sessions } = await world.payments.state();
    expect(sessions.filter(({ client_reference_id }) => client_reference_id === user.id)).toHaveLength(1);
    await remote.close();
    network.close();
  });

  test('that does not know PAYMENT_LINK keeps licenses pending rather than losing them', async () => {
    const payments = { ...world.config, paymentLink: `${world.config.apiBase}/payments/link/mistyped` };
    const mistaken = await world.startAnother({ config: { payments } });
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await world.payments.pay(id, { email: user.email });
    await world.payments.flushWebhooks();
    await expect(mistaken.runJobs()).rejects.toThrow('payments-unavailable');
    const answer = await mistaken.call(verifyCheckoutSession, { body: { sessionId: id } }, user);
    expect(answer).toMatchObject({ ok: false, status: 503 });
    await mistaken.close();
    await world.settle();
    expect(await world.planOf(user)).toBe('license');
  });

  test('keeps events pending until it is back', async () => {
    const { id } = await world.openCheckout(user);
    await world.payments.pay(id);
    await world.payments.flushWebhooks();
    await world.payments.setOutage('refuse');
    await expect(world.server.runJobs()).rejects.toThrow('payments-unavailable');
    expect(await world.planOf(user)).toBeUndefined();
    await world.payments.setOutage('off');
    await world.settle();
    expect(await world.planOf(user)).toBe('subscription');
  });
});

describe('when an account is deleted', () => {
  async function deleteAccount({ id }: TestUser): Promise<string> {
    const { database, jobs } = world.server.services;
    return database.transaction(async (transaction) => {
      const [row] = await transaction.delete(users).where(eq(users.id, id)).returning();
      const customerId = String(row?.customerId);
      await jobs.enqueue('cancel-subscriptions', { customerId }, transaction);
      return customerId;
    });
  }

  test('its subscription is canceled and its customer deleted at the provider', async () => {
    const { subscription } = await world.subscribe(user);
    const customerId = await deleteAccount(user);
    await world.settle();
    expect(await world.provider.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
    expect(await world.provider.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    const { database } = world.server.services;
    const [row] = await database.select().from(subscriptions).where(eq(subscriptions.id, subscription));
    expect(row).toMatchObject({ userId: null, status: 'canceled' });
  });

  test('an open checkout page can no longer be paid', async () => {
    const { id } = await world.openCheckout(user);
    await deleteAccount(user);
    await world.settle();
    const { sessions } = await world.payments.state();
    expect(sessions.find((session) => session.id === id)).toMatchObject({ status: 'expired' });
  });

  test('repeating or resuming the cleanup does no harm', async () => {
    const { subscription, customer } = await world.subscribe(user);
    const customerId = String(customer);
    await deleteAccount(user);
    await world.provider.subscriptions.cancel(subscription);
    await world.settle();
    await cancelSubscriptions(world.server.services, { customerId });
    await cancelSubscriptions(world.server.services, { customerId: 'cus_that_never_was' });
    expect(await world.provider.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  });

  test('the cleanup is retried if the provider is down', async () => {
    const { subscription } = await world.subscribe(user);
    await deleteAccount(user);
    await world.payments.setOutage('refuse');
    await expect(world.server.runJobs()).rejects.toThrow('payments-unavailable');
    await world.payments.setOutage('off');
    await world.settle();
    expect(await world.provider.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
  });
});

test('calls are rate-limited per user', async () => {
  const ask = () => world.server.call(verifyCheckoutSession, { body: { sessionId: 'none' } }, user);
  for (let count = 0; count < 300; count += 1) await ask();
  expect(await ask()).toMatchObject({ ok: false, status: 429 });
  const other = await createUser(world.server);
  expect(await world.verify(other, 'none')).toBe(404);
});
