import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { connect, monthly, PRICE, SECRET_KEY, START_MS, startTestPayments } from '../testing/test-payments.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function post(body: string, headers: Record<string, string> = FORM): RequestInit {
  return { method: 'POST', headers, body };
}

/** The error that a call fails with. */
async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(Stripe.errors.StripeError);
  return outcome as Stripe.errors.StripeError;
}

describe('the key', () => {
  test('is accepted as a Bearer token and as the Basic user name', async () => {
    const { call } = await startTestPayments();
    const basic = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;
    expect((await call('customers')).status).toBe(200);
    expect((await call('customers', { headers: { authorization: basic } })).status).toBe(200);
  });

  test('is refused if it is wrong, without being shown', async () => {
    const { base } = await startTestPayments();
    const error = await errorOf(connect(base, 'sk_test_of_somebody_else').customers.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.statusCode).toBe(401);
    expect(error.message).not.toContain('somebody');
  });

  test('is required before anything else is checked', async () => {
    const { base } = await startTestPayments();
    const response = await fetch(`${base}/v1/customers/cus_none`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('a request', () => {
  test('is answered with a request id and the API version', async () => {
    const { stripe, call } = await startTestPayments();
    const customer = await stripe.customers.create({ email: 'buyer@example.com' });
    expect(customer.lastResponse.requestId).toMatch(/^req_/);
    expect((await call('customers')).headers.get('stripe-version')).toBe(Stripe.API_VERSION);
  });

  test('for another version of the API is refused', async () => {
    const { call } = await startTestPayments();
    const response = await call('customers', { headers: { 'stripe-version': '2020-08-27' } });
    expect(response.status).toBe(400);
  });

  test('with JSON is refused', async () => {
    const { call } = await startTestPayments();
    const response = await call('customers', post('{"email":"a@example.com"}', { 'content-type': 'application/json' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining('application/x-www-form-urlencoded') },
    });
  });

  test('to an unknown path is answered with the error envelope', async () => {
    const { call } = await startTestPayments();
    const response = await call('coupons');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('GET: /v1/coupons') } });
  });

  test.each([
    ['an unknown parameter', 'email=a%40example.com&color=red', 'parameter_unknown', 'color'],
    ['an unknown nested parameter', 'metadata[a][b]=1', undefined, 'metadata[a]'],
    ['an invalid e-mail address', 'email=nobody', 'email_invalid', 'email'],
    ['an empty string in a new object', 'name=', 'parameter_invalid_empty', 'name'],
    ['too long a metadata key', `metadata[${'k'.repeat(41)}]=1`, undefined, 'metadata'],
    ['too long a metadata value', `metadata[k]=${'v'.repeat(501)}`, undefined, 'metadata'],
  ])('is refused for %s, which the error names', async (_, body, code, param) => {
    const { call } = await startTestPayments();
    const response = await call('customers', post(body));
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { type: string; code?: string; param: string } };
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error.code).toBe(code);
  });

  test('is refused for a missing parameter, which the error names', async () => {
    const { call } = await startTestPayments();
    const response = await call('billing_portal/sessions', post('return_url=http%3A%2F%2Flocalhost%3A3000'));
    expect(await response.json()).toMatchObject({
      error: { code: 'parameter_missing', param: 'customer', message: 'Missing required param: customer.' },
    });
  });

  test('for a missing object is answered 404, or 400 if a parameter names it', async () => {
    const { stripe } = await startTestPayments();
    const byAddress = await errorOf(stripe.customers.retrieve('cus_none'));
    expect(byAddress).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(byAddress.message).toBe("No such customer: 'cus_none'");
    const byParameter = await errorOf(stripe.subscriptions.list({ customer: 'cus_none' }));
    expect(byParameter).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
  });

  test('finds no object of another kind by its id', async () => {
    const { stripe } = await startTestPayments();
    expect(await errorOf(stripe.customers.retrieve(PRICE))).toMatchObject({ code: 'resource_missing' });
  });
});

describe('an idempotency key', () => {
  test('makes a repeated request take effect once and return the same response', async () => {
    const { stripe } = await startTestPayments();
    const once = () => stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'one' });
    const [first, second] = [await once(), await once()];
    expect(second).toEqual(first);
    expect(second.lastResponse.requestId).toBe(first.lastResponse.requestId);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  test('returns the same response even if that was an error', async () => {
    const { stripe } = await startTestPayments();
    const portal = () =>
      stripe.billingPortal.sessions.create(
        { customer: 'cus_none', return_url: 'http://localhost:3000/app/billing' },
        { idempotencyKey: 'refused' },
      );
    const [first, second] = [await errorOf(portal()), await errorOf(portal())];
    expect(second.requestId).toBe(first.requestId);
  });

  test('is refused for a request with other parameters, and for another call', async () => {
    const { stripe } = await startTestPayments();
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'one' });
    const other = await errorOf(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'one' }));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other.statusCode).toBe(400);
    const elsewhere = await errorOf(stripe.checkout.sessions.create(monthly(), { idempotencyKey: 'one' }));
    expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('can be reused after a request with invalid parameters', async () => {
    const { stripe } = await startTestPayments();
    await errorOf(stripe.customers.create({ email: 'nobody' }, { idempotencyKey: 'one' }));
    await expect(stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'one' })).resolves.toBeDefined();
  });
});

describe('a list', () => {
  test('is paginated as Stripe’s library expects, newest first', async () => {
    const { stripe } = await startTestPayments();
    const created: string[] = [];
    for (let nth = 0; nth < 7; nth += 1) created.unshift((await stripe.customers.create()).id);
    const first = await stripe.customers.list({ limit: 3 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 3));
    expect(await stripe.customers.list({ limit: 7 })).toMatchObject({ has_more: false });
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 3 })) all.push(id);
    expect(all).toEqual(created);
    const before = await stripe.customers.list({ limit: 2, ending_before: created[4] ?? '' });
    expect(before.data.map(({ id }) => id)).toEqual(created.slice(2, 4));
  });

  test('has ten entries by default, and at most a hundred', async () => {
    const { stripe } = await startTestPayments();
    for (let nth = 0; nth < 11; nth += 1) await stripe.customers.create();
    expect((await stripe.customers.list()).data).toHaveLength(10);
    expect(await errorOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  });

  test('refuses a cursor that is not in it', async () => {
    const { stripe } = await startTestPayments();
    expect(await errorOf(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    });
  });

  test('is filtered by time', async () => {
    const { stripe, clock } = await startTestPayments();
    const early = await stripe.customers.create();
    clock.advance(60_000);
    const late = await stripe.customers.create();
    const after = await stripe.customers.list({ created: { gt: early.created } });
    expect(after.data.map(({ id }) => id)).toEqual([late.id]);
    expect(early.created).toBe(START_MS / 1000);
    expect((await stripe.customers.list({ created: early.created })).data.map(({ id }) => id)).toEqual([early.id]);
  });
});

describe('a customer', () => {
  test('is found only by the exact e-mail address', async () => {
    const { stripe } = await startTestPayments();
    const customer = await stripe.customers.create({ email: 'Buyer@example.com' });
    await stripe.customers.create({ email: 'other@example.com' });
    const found = await stripe.customers.list({ email: 'Buyer@example.com' });
    expect(found.data.map(({ id }) => id)).toEqual([customer.id]);
    expect((await stripe.customers.list({ email: 'buyer@example.com' })).data).toEqual([]);
  });

  test('is changed field by field; an empty string unsets one', async () => {
    const { stripe } = await startTestPayments();
    const { id } = await stripe.customers.create({ name: 'A', email: 'a@example.com', metadata: { x: '1', y: '2' } });
    await stripe.customers.update(id, { name: '', metadata: { x: '', z: '3' } });
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      name: null,
      email: 'a@example.com',
      metadata: { y: '2', z: '3' },
    });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });

  test('that was deleted shows only that fact, has its subscriptions canceled, and can’t be used', async () => {
    const { stripe, control } = await startTestPayments();
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    const session = await stripe.checkout.sessions.create(monthly({ customer: customer.id }));
    control.pay({ sessionId: session.id });
    expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(control.state().subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect(await errorOf(stripe.checkout.sessions.create(monthly({ customer: customer.id })))).toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
    expect(await errorOf(stripe.customers.update(customer.id, { name: 'B' }))).toMatchObject({ statusCode: 404 });
  });
});

describe('a checkout session', () => {
  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ['two ways of naming the buyer', { customer: 'cus_x', customer_email: 'a@example.com' }, 'only specify one'],
    ['an unknown price', { line_items: [{ price: 'price_none', quantity: 1 }] }, 'No such price'],
    [
      'a price without a quantity',
      { line_items: [{ price: PRICE }] },
      'Missing required param: line_items[0][quantity]',
    ],
    ['a monthly price in a one-time payment', { mode: 'payment' }, 'passed a recurring price'],
    [
      'a subscription to a one-time price',
      { line_items: [{ price: 'price_sandbox_license', quantity: 1 }] },
      'recurring',
    ],
    ['payment data in a subscription', { payment_intent_data: { description: 'x' } }, 'payment_intent_data'],
    ['a reference with invalid characters', { client_reference_id: 'user:1' }, 'client_reference_id'],
    ['too long a reference', { client_reference_id: 'a'.repeat(201) }, 'client_reference_id'],
    ['a path instead of a URL', { success_url: '/checkout/success' }, 'Not a valid URL'],
    ['a lifetime of more than a day', { expires_at: START_MS / 1000 + 24 * 3600 + 1 }, '24 hours'],
    ['a lifetime of less than half an hour', { expires_at: START_MS / 1000 + 1799 }, '30 minutes'],
    ['an unsupported UI mode', { ui_mode: 'embedded_page' }, 'ui_mode'],
  ])('is refused for %s', async (_, params, message) => {
    const { stripe } = await startTestPayments();
    const error = await errorOf(stripe.checkout.sessions.create(monthly(params)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error.message).toContain(message);
  });

  test('shows the requested parameters, and the URL of its page', async () => {
    const { stripe, base } = await startTestPayments();
    const session = await stripe.checkout.sessions.create(
      monthly({ customer_email: 'a@example.com', client_reference_id: 'user_1', metadata: { plan: 'standard' } }),
    );
    expect(session).toMatchObject({
      url: `${base}/payments/checkout/${session.id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1999,
      currency: 'usd',
      client_reference_id: 'user_1',
      customer_email: 'a@example.com',
      customer_details: { email: 'a@example.com' },
      metadata: { plan: 'standard' },
      expires_at: START_MS / 1000 + 24 * 3600,
    });
    expect(session.line_items).toBeUndefined();
    const items = await stripe.checkout.sessions.listLineItems(session.id);
    expect(items.data).toMatchObject([{ price: { id: PRICE }, quantity: 1, amount_total: 1999 }]);
  });

  test('can be expired once, and expires on its own', async () => {
    const { stripe, clock, control, receiver } = await startTestPayments();
    const first = await stripe.checkout.sessions.create(monthly());
    expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
    expect((await errorOf(stripe.checkout.sessions.expire(first.id))).statusCode).toBe(400);
    const second = await stripe.checkout.sessions.create(monthly());
    clock.advance(24 * 3600_000);
    expect(await stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired' });
    await control.settled();
    expect(receiver.types()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  });

  test('is found by customer, payment link, payment, subscription, status and e-mail address', async () => {
    const { stripe, control } = await startTestPayments();
    const open = await stripe.checkout.sessions.create(monthly());
    const { session: license } = control.pay({ sessionId: control.followLink().id, email: 'l@example.com' });
    const { session: plan } = control.pay({
      sessionId: (await stripe.checkout.sessions.create(monthly({ customer_email: 's@example.com' }))).id,
    });
    const ids = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id);
    expect(await ids({ status: 'open' })).toEqual([open.id]);
    expect(await ids({ payment_link: 'plink_sandbox_standard' })).toEqual([license.id]);
    expect(await ids({ payment_intent: license.payment_intent ?? '' })).toEqual([license.id]);
    expect(await ids({ subscription: plan.subscription ?? '' })).toEqual([plan.id]);
    expect(await ids({ customer: plan.customer ?? '' })).toEqual([plan.id]);
    expect(await ids({ customer_details: { email: 'l@example.com' } })).toEqual([license.id]);
  });
});

describe('expand', () => {
  test('replaces ids with objects, several levels deep and in lists', async () => {
    const { stripe, control } = await startTestPayments();
    const { id } = control.followLink();
    control.pay({ sessionId: id, email: 'a@example.com' });
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['line_items', 'payment_intent.latest_charge', 'payment_link', 'subscription'],
    });
    expect(session).toMatchObject({
      line_items: { data: [{ price: { product: 'prod_sandbox_standard' } }] },
      payment_intent: { object: 'payment_intent', latest_charge: { object: 'charge', amount: 1999 } },
      payment_link: { url: expect.stringContaining('/payments/link/standard') },
      subscription: null,
    });
    const list = await stripe.checkout.sessions.list({ expand: ['data.line_items.data.price.product'] }).catch(String);
    expect(list).toContain('more than 4 levels');
    const charges = await stripe.charges.list({ expand: ['data.payment_intent'] });
    expect(charges.data).toMatchObject([{ payment_intent: { status: 'succeeded' } }]);
  });

  test('is refused for fields that cannot be expanded', async () => {
    const { stripe } = await startTestPayments();
    const error = await errorOf(stripe.prices.retrieve(PRICE, { expand: ['nickname'] }));
    expect(error.message).toContain('cannot be expanded (nickname)');
  });

  test('doesn’t change what is stored', async () => {
    const { stripe } = await startTestPayments();
    await stripe.prices.retrieve(PRICE, { expand: ['product'] });
    expect((await stripe.prices.retrieve(PRICE)).product).toBe('prod_sandbox_standard');
  });
});

describe('the catalog', () => {
  test('has our product, monthly and by a payment link, and an unrelated one', async () => {
    const { stripe, base } = await startTestPayments();
    expect(await stripe.prices.retrieve(PRICE)).toMatchObject({
      unit_amount: 1999,
      currency: 'usd',
      recurring: { interval: 'month' },
      product: 'prod_sandbox_standard',
    });
    const links = await stripe.paymentLinks.list({ active: true });
    expect(links.data.map(({ url }) => url)).toEqual([`${base}/payments/link/other`, `${base}/payments/link/standard`]);
    const items = await stripe.paymentLinks.listLineItems('plink_sandbox_standard');
    expect(items.data).toMatchObject([{ price: { type: 'one_time', unit_amount: 1999 } }]);
    expect((await stripe.products.list()).data).toHaveLength(2);
  });
});

describe('an outage', () => {
  test('drops the given number of connections before their requests take effect', async () => {
    const { call, control } = await startTestPayments();
    control.setOutage({ mode: 'refuse', times: 2 });
    await expect(call('customers', post(''))).rejects.toThrow('fetch failed');
    await expect(call('customers', post(''))).rejects.toThrow('fetch failed');
    expect(await (await call('customers')).json()).toMatchObject({ data: [] });
  });

  test('answers with server errors', async () => {
    const { stripe, control } = await startTestPayments();
    control.setOutage({ mode: '500' });
    expect(await errorOf(stripe.customers.create())).toMatchObject({ statusCode: 500, rawType: 'api_error' });
    control.setOutage({ mode: 'off' });
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test('loses the response after the effect, so that a retry needs its idempotency key', async () => {
    const { call, control } = await startTestPayments();
    control.setOutage({ mode: 'lost-answer', times: 1 });
    const create = () => call('customers', post('email=a%40example.com', { ...FORM, 'idempotency-key': 'one' }));
    await expect(create()).rejects.toThrow('fetch failed');
    const customer: unknown = await (await create()).json();
    expect(await (await call('customers')).json()).toMatchObject({ data: [customer], has_more: false });
  });

  test('delays responses', async () => {
    const { stripe, control, clock } = await startTestPayments();
    control.setOutage({ mode: 'slow', delayMs: 5_000, times: 1 });
    const customers = stripe.customers.list();
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(5_000);
    expect((await customers).data).toEqual([]);
  });
});
