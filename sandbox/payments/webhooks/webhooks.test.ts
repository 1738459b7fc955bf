import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { monthly, startTestPayments, type TestPayments } from '../testing/test-payments.ts';

/** Buys by the payment link. */
function buy({ control }: TestPayments) {
  return control.pay({ sessionId: control.followLink().id, email: 'ä@example.com' }).session;
}

const PURCHASE = ['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed'];

describe('a webhook', () => {
  test('arrives right after the effect, with a signature that the official library accepts', async () => {
    const sandbox = await startTestPayments();
    const session = buy(sandbox);
    await sandbox.control.settled();
    expect(sandbox.receiver.types()).toEqual(PURCHASE);
    const event = sandbox.read(sandbox.receiver.received[2]!);
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      api_version: Stripe.API_VERSION,
      livemode: false,
    });
    expect(event.data.object).toEqual(JSON.parse(JSON.stringify(session)));
    expect(await sandbox.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 });
  });

  test('reports everything about a subscription in order', async () => {
    const sandbox = await startTestPayments();
    const { id } = await sandbox.stripe.checkout.sessions.create(monthly());
    const { session } = sandbox.control.pay({ sessionId: id, email: 'a@example.com' });
    await sandbox.stripe.subscriptions.cancel(session.subscription ?? '');
    await sandbox.control.settled();
    expect(sandbox.receiver.types()).toEqual([
      'customer.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.created',
      'checkout.session.completed',
      'customer.subscription.deleted',
    ]);
  });

  test('shows a snapshot of the object, what changed, and the request that changed it', async () => {
    const sandbox = await startTestPayments();
    sandbox.control.setWebhookMode({ mode: 'hold' });
    const customer = await sandbox.stripe.customers.create({ name: 'A' });
    const changed = await sandbox.stripe.customers.update(customer.id, { name: 'B' }, { idempotencyKey: 'rename' });
    await sandbox.control.flushWebhooks();
    const [created, updated] = sandbox.receiver.received.map(sandbox.read);
    expect(created?.data.object).toMatchObject({ name: 'A' });
    expect(updated).toMatchObject({
      data: { object: { name: 'B' }, previous_attributes: { name: 'A' } },
      request: { id: changed.lastResponse.requestId, idempotency_key: 'rename' },
    });
  });

  test('is retried at growing intervals until it is accepted', async () => {
    const sandbox = await startTestPayments();
    const { receiver, control, clock } = sandbox;
    receiver.status = 500;
    await sandbox.stripe.customers.create();
    await control.settled();
    clock.advance(LIMITS.webhookRetryMs[0] - 1);
    await control.settled();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1);
    await control.settled();
    expect(receiver.received).toHaveLength(2);
    receiver.status = 204;
    clock.advance(LIMITS.webhookRetryMs[1]);
    await control.settled();
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received.map((one) => sandbox.read(one).id)).toEqual(Array(3).fill(control.state().events[0]?.id));
    expect(control.state().webhooks.deliveries).toMatchObject([
      { state: 'delivered', attempts: [{ answer: 500 }, { answer: 500 }, { answer: 204 }] },
    ]);
    clock.advance(24 * 3600_000);
    await control.settled();
    expect(receiver.received).toHaveLength(3);
  });

  test('that has since been redelivered on demand is not retried', async () => {
    const { receiver, control, clock, stripe } = await startTestPayments();
    receiver.status = 500;
    await stripe.customers.create();
    await control.settled();
    receiver.status = 200;
    await control.redeliver({ event: control.state().events[0]?.id ?? '' });
    clock.advance(LIMITS.webhookRetryMs[0]);
    await control.settled();
    expect(receiver.received).toHaveLength(2);
  });

  test('is eventually given up if there is no response', async () => {
    const { stripe, control, clock } = await startTestPayments({ webhookUrl: 'http://127.0.0.1:9/webhook' });
    await stripe.customers.create();
    await control.settled();
    for (const pause of LIMITS.webhookRetryMs) {
      expect(control.state().webhooks.deliveries).toMatchObject([{ state: 'to be retried' }]);
      clock.advance(pause);
      await control.settled();
    }
    const [delivery] = control.state().webhooks.deliveries;
    expect(delivery?.state).toBe('given up');
    expect(delivery?.attempts.map(({ answer }) => answer)).toEqual(Array(6).fill('no connection'));
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  });

  test('is not sent without a URL, and goes to a new URL once it is set', async () => {
    const { stripe, control, receiver } = await startTestPayments({ webhookUrl: undefined });
    await stripe.customers.create();
    control.setWebhookUrl({ url: receiver.url });
    await stripe.customers.create({ name: 'B' });
    await control.settled();
    expect(receiver.received).toHaveLength(1);
    expect(control.state().events.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0]);
  });
});

describe('on demand, webhooks', () => {
  test('are held and delivered later, even in reverse', async () => {
    const sandbox = await startTestPayments();
    sandbox.control.setWebhookMode({ mode: 'hold' });
    buy(sandbox);
    await sandbox.control.settled();
    expect(sandbox.receiver.received).toEqual([]);
    expect(sandbox.control.state().webhooks.deliveries.map(({ state }) => state)).toEqual(['held', 'held', 'held']);
    await sandbox.control.flushWebhooks({ reverse: true });
    expect(sandbox.receiver.types()).toEqual(PURCHASE.toReversed());
    buy(sandbox);
    sandbox.control.setWebhookMode({ mode: 'normal' });
    await sandbox.control.settled();
    expect(sandbox.receiver.types().slice(3)).toEqual(PURCHASE);
  });

  test('arrive in reverse order', async () => {
    const sandbox = await startTestPayments();
    sandbox.control.setWebhookMode({ mode: 'reverse' });
    buy(sandbox);
    await sandbox.control.settled();
    expect(sandbox.receiver.types()).toEqual(PURCHASE.toReversed());
  });

  test('arrive twice, as the same event', async () => {
    const sandbox = await startTestPayments();
    sandbox.control.setWebhookMode({ mode: 'double' });
    await sandbox.stripe.customers.create();
    await sandbox.control.settled();
    const [first, second] = sandbox.receiver.received.map(sandbox.read);
    expect(second).toEqual({ ...first, pending_webhooks: 0 });
  });

  test.each(['wrong', 'old'] as const)(
    'can have a signature that is %s, which the library rejects',
    async (signature) => {
      const sandbox = await startTestPayments();
      await sandbox.stripe.customers.create();
      const event = sandbox.control.state().events[0]?.id ?? '';
      await sandbox.control.redeliver({ event, signature, times: 2 });
      expect(sandbox.receiver.received).toHaveLength(3);
      expect(() => sandbox.read(sandbox.receiver.received[0]!)).not.toThrow();
      expect(() => sandbox.read(sandbox.receiver.received[1]!)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    },
  );

  test('can be of unknown types', async () => {
    const sandbox = await startTestPayments();
    const event = await sandbox.control.sendEvent({ type: 'moon.full', object: { object: 'moon' } });
    expect(sandbox.receiver.types()).toEqual(['moon.full']);
    expect(await sandbox.stripe.events.retrieve(event.id)).toMatchObject({ type: 'moon.full' });
  });

  test('stop when everything is reset', async () => {
    const sandbox = await startTestPayments();
    sandbox.receiver.status = 500;
    buy(sandbox);
    await sandbox.control.settled();
    sandbox.control.reset();
    expect(sandbox.clock.pending).toBe(0);
    expect(sandbox.control.state()).toMatchObject({ sessions: [], events: [], webhooks: { deliveries: [] } });
  });
});

test('events are listed by type, newest first', async () => {
  const sandbox = await startTestPayments();
  buy(sandbox);
  const types = async (params: Stripe.EventListParams) =>
    (await sandbox.stripe.events.list(params)).data.map(({ type }) => type);
  expect(await types({})).toEqual(PURCHASE.toReversed());
  expect(await types({ types: ['charge.succeeded', 'checkout.session.completed'] })).toEqual([
    'checkout.session.completed',
    'charge.succeeded',
  ]);
  expect(await types({ type: 'payment_intent.*' })).toEqual(['payment_intent.succeeded']);
});
