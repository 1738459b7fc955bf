import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { monthly, START_MS, startTestPayments, type TestPayments } from '../testing/test-payments.ts';

const NOW = START_MS / 1000;
/** One month after the last day of January. */
const NEXT = Date.UTC(2026, 1, 28, 12) / 1000;

/** Buys the monthly price and returns the ids of the subscription and its customer. */
async function subscribe({ stripe, control }: TestPayments, email = 'a@example.com') {
  const { id } = await stripe.checkout.sessions.create(
    monthly({
      customer_email: email,
      client_reference_id: 'user_1',
      subscription_data: { metadata: { user: 'user_1' } },
    }),
  );
  const { session } = control.pay({ sessionId: id });
  return { session, subscription: session.subscription ?? '', customer: session.customer ?? '' };
}

/** Buys by the payment link and returns the session and its charge. */
async function buyLicense({ stripe, control }: TestPayments) {
  const { session } = control.pay({ sessionId: control.followLink().id, email: 'a@example.com' });
  const paymentIntent = session.payment_intent ?? '';
  const [charge] = (await stripe.charges.list({ payment_intent: paymentIntent })).data;
  return { session, paymentIntent, charge: charge?.id ?? '' };
}

describe('paying for a subscription', () => {
  test('creates a customer, a monthly subscription and a paid invoice', async () => {
    const sandbox = await startTestPayments();
    const { session, subscription, customer } = await subscribe(sandbox);
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null, url: null });
    expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ email: 'a@example.com' });
    const found = await sandbox.stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice.payments'] });
    expect(found).toMatchObject({
      status: 'active',
      metadata: { user: 'user_1' },
      cancel_at: null,
      items: {
        data: [{ price: { id: 'price_sandbox_standard' }, current_period_start: NOW, current_period_end: NEXT }],
      },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 1999,
        parent: { subscription_details: { subscription } },
        payments: { data: [{ status: 'paid' }] },
      },
    });
  });

  test('uses the customer that the session was created for', async () => {
    const { stripe, control } = await startTestPayments();
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    const session = await stripe.checkout.sessions.create(monthly({ customer: customer.id }));
    expect(control.pay({ sessionId: session.id, email: 'other@example.com' }).session).toMatchObject({
      customer: customer.id,
      customer_details: { email: 'a@example.com' },
    });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  test('leads from a charge back to the subscription', async () => {
    const sandbox = await startTestPayments();
    const { subscription, customer } = await subscribe(sandbox);
    const [charge] = (await sandbox.stripe.charges.list({ customer })).data;
    const payments = await sandbox.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: String(charge?.payment_intent) },
      expand: ['data.invoice'],
    });
    expect(payments.data).toMatchObject([{ invoice: { parent: { subscription_details: { subscription } } } }]);
  });

  test('leaves the session open if it is declined', async () => {
    const { stripe, control } = await startTestPayments();
    const session = await stripe.checkout.sessions.create(monthly({ customer_email: 'a@example.com' }));
    expect(control.pay({ sessionId: session.id, outcome: 'declined' })).toMatchObject({
      declined: 'Your card was declined.',
      session: { status: 'open' },
    });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(control.pay({ sessionId: session.id }).session.status).toBe('complete');
    expect(() => control.pay({ sessionId: session.id })).toThrow('This checkout session is complete.');
  });

  test('by a method that takes days completes the session unpaid, and starts the subscription when the money arrives', async () => {
    const { stripe, control, receiver } = await startTestPayments();
    const { id } = await stripe.checkout.sessions.create(monthly({ customer_email: 'a@example.com' }));
    const { session } = control.pay({ sessionId: id, outcome: 'delayed' });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await stripe.subscriptions.retrieve(session.subscription ?? '')).toMatchObject({ status: 'incomplete' });
    expect(control.settle({ sessionId: id, outcome: 'succeeded' })).toMatchObject({ payment_status: 'paid' });
    expect(await stripe.subscriptions.retrieve(session.subscription ?? '')).toMatchObject({ status: 'active' });
    await control.settled();
    expect(receiver.types().slice(-4)).toEqual([
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
      'checkout.session.async_payment_succeeded',
    ]);
    expect(() => control.settle({ sessionId: id, outcome: 'failed' })).toThrow('pending');
  });

  test('by a method that takes days, and fails, ends the subscription', async () => {
    const { stripe, control } = await startTestPayments();
    const { id } = await stripe.checkout.sessions.create(monthly({ customer_email: 'a@example.com' }));
    control.pay({ sessionId: id, outcome: 'delayed' });
    expect(control.settle({ sessionId: id, outcome: 'failed' })).toMatchObject({ payment_status: 'unpaid' });
    expect(control.state().subscriptions).toMatchObject([{ status: 'incomplete_expired', ended_at: NOW }]);
  });
});

describe('paying by the payment link', () => {
  test('creates a payment but no customer', async () => {
    const sandbox = await startTestPayments();
    const { session, paymentIntent } = await buyLicense(sandbox);
    expect(session).toMatchObject({
      mode: 'payment',
      payment_link: 'plink_sandbox_standard',
      payment_status: 'paid',
      customer: null,
      customer_details: { email: 'a@example.com' },
    });
    const intent = await sandbox.stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1999,
      latest_charge: { paid: true, refunded: false, disputed: false, billing_details: { email: 'a@example.com' } },
    });
  });

  test('passes on a reference and an e-mail address, and silently drops invalid ones', async () => {
    const { control } = await startTestPayments();
    const good = control.followLink({ client_reference_id: 'user_1', locked_prefilled_email: 'a@example.com' });
    expect(good).toMatchObject({ client_reference_id: 'user_1', customer_details: { email: 'a@example.com' } });
    expect(control.pay({ sessionId: good.id, email: 'b@example.com' }).session.customer_details?.email).toBe(
      'a@example.com',
    );
    const bad = control.followLink({ client_reference_id: 'user:1', locked_prefilled_email: 'nobody' });
    expect(bad).toMatchObject({ client_reference_id: null, customer_details: null });
  });

  test('lets the buyer change a prefilled e-mail address, and asks for one if there is none', async () => {
    const { control } = await startTestPayments();
    const { id } = control.followLink({ prefilled_email: 'a@example.com' });
    expect(control.pay({ sessionId: id, email: 'b@example.com' }).session.customer_details?.email).toBe(
      'b@example.com',
    );
    expect(() => control.pay({ sessionId: control.followLink().id })).toThrow('Enter an email address.');
  });

  test('records a charge for each attempt, all of the same payment', async () => {
    const { control, stripe } = await startTestPayments();
    const { id } = control.followLink({ prefilled_email: 'a@example.com' });
    control.pay({ sessionId: id, outcome: 'declined' });
    control.pay({ sessionId: id, outcome: 'paid' });
    const { data } = await stripe.charges.list();
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect(new Set(data.map(({ payment_intent }) => payment_intent)).size).toBe(1);
  });

  test('for something else on this account differs in its link and price', async () => {
    const { control, stripe } = await startTestPayments();
    const { session } = control.pay({ sessionId: control.followLink({ link: 'other' }).id, email: 'a@example.com' });
    expect(session).toMatchObject({ payment_link: 'plink_sandbox_other', amount_total: 500 });
    const items = await stripe.checkout.sessions.listLineItems(session.id);
    expect(items.data[0]?.price?.product).toBe('prod_sandbox_other');
  });
});

describe('a subscription', () => {
  test('canceled in the portal gets an end date, and ends with its period', async () => {
    const sandbox = await startTestPayments();
    const { subscription } = await subscribe(sandbox);
    expect(sandbox.control.cancel({ subscription })).toMatchObject({
      status: 'active',
      cancel_at: NEXT,
      cancel_at_period_end: false,
      canceled_at: NOW,
    });
    expect(sandbox.control.resume({ subscription })).toMatchObject({ cancel_at: null, canceled_at: null });
    sandbox.control.cancel({ subscription });
    sandbox.clock.advance(60_000);
    expect(sandbox.control.endPeriod({ subscription })).toMatchObject({
      status: 'canceled',
      ended_at: NOW + 60,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(() => sandbox.control.resume({ subscription })).toThrow('This subscription is canceled.');
  });

  test('can be canceled through the API at the end of its period or immediately', async () => {
    const sandbox = await startTestPayments();
    const { stripe } = sandbox;
    const { subscription } = await subscribe(sandbox);
    expect(await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: NEXT,
    });
    expect(await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
    expect(await stripe.subscriptions.update(subscription, { cancel_at: 'min_period_end' })).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: NEXT,
    });
    expect(await stripe.subscriptions.update(subscription, { cancel_at: '' })).toMatchObject({ cancel_at: null });
    expect(await stripe.subscriptions.cancel(subscription)).toMatchObject({ status: 'canceled', ended_at: NOW });
    await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.subscriptions.update(subscription, { cancel_at_period_end: true })).rejects.toThrow(
      'A canceled subscription can only update',
    );
  });

  test('is listed by customer and status, by default unless it is canceled', async () => {
    const sandbox = await startTestPayments();
    const { stripe } = sandbox;
    const first = await subscribe(sandbox);
    const second = await subscribe(sandbox, 'b@example.com');
    await stripe.subscriptions.cancel(first.subscription);
    const ids = async (params: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list(params)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([second.subscription]);
    expect(await ids({ status: 'all' })).toEqual([second.subscription, first.subscription]);
    expect(await ids({ status: 'ended' })).toEqual([first.subscription]);
    expect(await ids({ customer: first.customer })).toEqual([]);
    expect(await ids({ customer: second.customer, price: 'price_sandbox_standard' })).toEqual([second.subscription]);
    expect(await ids({ price: 'price_sandbox_other_monthly' })).toEqual([]);
  });

  test('is renewed and paid at the end of its period', async () => {
    const sandbox = await startTestPayments();
    const { subscription } = await subscribe(sandbox);
    sandbox.clock.advance(24 * 3600_000);
    const renewed = sandbox.control.endPeriod({ subscription });
    expect(renewed).toMatchObject({
      status: 'active',
      items: { data: [{ current_period_start: NOW + 86_400, current_period_end: Date.UTC(2026, 2, 1, 12) / 1000 }] },
    });
    const invoices = await sandbox.stripe.invoices.list({ subscription });
    expect(invoices.data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ]);
  });

  test('whose renewal fails is past due, and is eventually paid, left unpaid or canceled', async () => {
    const sandbox = await startTestPayments();
    const { control } = sandbox;
    const { subscription } = await subscribe(sandbox);
    expect(() => control.retryPayment({ subscription })).toThrow('No payment of this subscription is overdue.');
    expect(control.endPeriod({ subscription, outcome: 'declined' })).toMatchObject({ status: 'past_due' });
    expect(control.retryPayment({ subscription, outcome: 'declined' })).toMatchObject({ status: 'past_due' });
    expect(control.retryPayment({ subscription })).toMatchObject({ status: 'active' });
    control.endPeriod({ subscription, outcome: 'declined' });
    expect(control.stopRetrying({ subscription, end: 'unpaid' })).toMatchObject({ status: 'unpaid' });
    expect(control.retryPayment({ subscription })).toMatchObject({ status: 'active' });
    control.endPeriod({ subscription, outcome: 'declined' });
    expect(control.stopRetrying({ subscription, end: 'canceled' })).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const [last, , first] = (await sandbox.stripe.invoices.list({ subscription })).data;
    expect(last).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(first).toMatchObject({ status: 'paid', attempt_count: 3 });
  });
});

describe('a refund', () => {
  test('returns a part, then the rest, and no more', async () => {
    const sandbox = await startTestPayments();
    const { stripe } = sandbox;
    const { paymentIntent, charge } = await buyLicense(sandbox);
    expect(await stripe.refunds.create({ payment_intent: paymentIntent, amount: 999 })).toMatchObject({
      amount: 999,
      charge,
      status: 'succeeded',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 999 });
    await expect(stripe.refunds.create({ charge, amount: 1001 })).rejects.toThrow('greater than unrefunded');
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 1000 });
    expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      amount_refunded: 1999,
      refunds: { data: [{ amount: 1000 }, { amount: 999 }] },
    });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await stripe.refunds.list({ payment_intent: paymentIntent })).data).toHaveLength(2);
  });

  test('needs either a charge or a payment', async () => {
    const sandbox = await startTestPayments();
    const { paymentIntent, charge } = await buyLicense(sandbox);
    await expect(sandbox.stripe.refunds.create({})).rejects.toThrow('payment_intent or charge');
    await expect(sandbox.stripe.refunds.create({ charge, payment_intent: paymentIntent })).rejects.toThrow(
      'payment_intent or charge',
    );
  });
});

describe('a dispute', () => {
  test.each(['won', 'lost'] as const)('is opened and %s, and prevents a refund of the charge', async (outcome) => {
    const sandbox = await startTestPayments();
    const { stripe, control, receiver } = sandbox;
    const { charge, paymentIntent } = await buyLicense(sandbox);
    const { id } = control.dispute({ paymentIntent });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    expect((await stripe.disputes.list({ charge })).data).toMatchObject([
      { id, status: 'needs_response', amount: 1999 },
    ]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    control.closeDispute({ dispute: id, outcome });
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: outcome });
    expect(() => control.closeDispute({ dispute: id, outcome })).toThrow(`This dispute is ${outcome} already.`);
    await control.settled();
    expect(receiver.types().slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  });
});
