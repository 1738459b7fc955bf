import { expect, test } from 'vitest';
import { monthly, SITE, startTestPayments, type TestPayments } from '../testing/test-payments.ts';

const CARD = { email: 'a@example.com', card: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };

function submit(url: string, fields: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function pageOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function openCheckout({ stripe }: TestPayments, email?: string): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create(
    monthly(email === undefined ? {} : { customer_email: email }),
  );
  return { id, url: url ?? '' };
}

test('the checkout page shows the purchase, accepts a valid card and returns to the site with the session', async () => {
  const sandbox = await startTestPayments();
  const { id, url } = await openCheckout(sandbox);
  const page = await pageOf(url);
  expect(page).toContain('$19.99');
  expect(page).toContain('No money moves');
  expect(page).toContain(`href="${SITE}/checkout/cancelled"`);
  const paid = await submit(url, CARD);
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${SITE}/checkout/success?session_id=${id}`]);
  expect(sandbox.control.state().subscriptions).toMatchObject([{ status: 'active' }]);
  expect(await pageOf(url)).toContain('Already paid');
});

test('the checkout page keeps a locked e-mail address', async () => {
  const sandbox = await startTestPayments();
  const { id, url } = await openCheckout(sandbox, 'locked@example.com');
  expect(await pageOf(url)).toContain('value="locked@example.com" readonly');
  await submit(url, CARD);
  expect((await sandbox.stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe('locked@example.com');
});

test('the checkout page keeps what was entered when a card is declined', async () => {
  const sandbox = await startTestPayments();
  const { url } = await openCheckout(sandbox);
  const declined = await submit(url, { ...CARD, card: '4000 0000 0000 0002' });
  expect(declined.status).toBe(402);
  const page = await declined.text();
  expect(page).toContain('Your card was declined.');
  expect(page).toContain('value="a@example.com"');
  expect((await submit(url, CARD)).status).toBe(303);
});

test.each([
  ['a card other than the test cards', { card: '4111 1111 1111 1111' }, 'not one of the test cards'],
  ['an expiry date in the past', { expiry: '12 / 25' }, 'expiry date'],
  ['an invalid month', { expiry: '13 / 40' }, 'expiry date'],
  ['no security code', { cvc: '' }, 'security code'],
  ['no e-mail address', { email: '' }, 'Enter an email address.'],
])('the checkout page refuses %s', async (_, fields, message) => {
  const sandbox = await startTestPayments();
  const { url } = await openCheckout(sandbox);
  const answer = await submit(url, { ...CARD, ...fields });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await answer.text()).toContain(message);
  expect(sandbox.control.state().charges).toEqual([]);
});

test('the checkout page accepts a payment that settles later', async () => {
  const sandbox = await startTestPayments();
  const { id, url } = await openCheckout(sandbox);
  expect((await submit(url, { email: 'a@example.com', method: 'bank' })).status).toBe(303);
  expect(await sandbox.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
});

test('entered content is escaped', async () => {
  const sandbox = await startTestPayments();
  const { url } = await openCheckout(sandbox);
  const answer = await submit(url, { ...CARD, card: '1', name: '"><script>alert(1)</script>' });
  expect(await answer.text()).not.toContain('<script>');
});

test('the payment link opens a session for the buyer that it names', async () => {
  const sandbox = await startTestPayments();
  const link = `${sandbox.base}/payments/link/standard?client_reference_id=user_1&locked_prefilled_email=a%40example.com`;
  const answer = await fetch(link, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const [session] = (await sandbox.stripe.checkout.sessions.list({ status: 'open' })).data;
  expect(answer.headers.get('location')).toBe(`/payments/checkout/${session?.id}`);
  expect(session).toMatchObject({
    client_reference_id: 'user_1',
    payment_link: 'plink_sandbox_standard',
    mode: 'payment',
  });
  const page = await pageOf(link);
  expect(page).toContain('value="a@example.com" readonly');
  expect(page).toContain(`href="${SITE}/checkout/cancelled"`);
});

test('the page of an expired session says so, and links back to the site', async () => {
  const sandbox = await startTestPayments();
  const { id, url } = await openCheckout(sandbox);
  await sandbox.stripe.checkout.sessions.expire(id);
  const page = await pageOf(url);
  expect(page).toContain('This session has expired');
  expect(page).toContain(`href="${SITE}/checkout/cancelled"`);
});

test('the portal cancels, resumes and shows payments with their receipts', async () => {
  const sandbox = await startTestPayments();
  const { stripe, control } = sandbox;
  const { id } = await openCheckout(sandbox, 'a@example.com');
  const { session } = control.pay({ sessionId: id });
  const subscription = session.subscription ?? '';
  const portal = await stripe.billingPortal.sessions.create({
    customer: session.customer ?? '',
    return_url: `${SITE}/app/billing`,
  });
  const page = await pageOf(portal.url);
  expect(page).toContain(`href="${SITE}/app/billing"`);
  expect(page).toContain('Renews on Feb 28, 2026');
  const [receipt] = /http[^"]+\/receipt\/[^"]+/.exec(page) ?? [];
  expect(await pageOf(receipt ?? '')).toContain('$19.99');

  expect((await submit(`${portal.url}/cancel`, { subscription })).status).toBe(303);
  expect(await pageOf(portal.url)).toContain('Ends on Feb 28, 2026');
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at: expect.any(Number) });
  await submit(`${portal.url}/resume`, { subscription });
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at: null });
  await submit(`${portal.url}/cancel-now`, { subscription });
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
  const again = await submit(`${portal.url}/cancel`, { subscription });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('This subscription is canceled.');
});

test('the portal can’t change another customer’s subscription', async () => {
  const sandbox = await startTestPayments();
  const { stripe, control } = sandbox;
  const { session } = control.pay({ sessionId: (await openCheckout(sandbox, 'a@example.com')).id });
  const other = await stripe.customers.create();
  const portal = await stripe.billingPortal.sessions.create({ customer: other.id, return_url: SITE });
  expect((await submit(`${portal.url}/cancel-now`, { subscription: session.subscription ?? '' })).status).toBe(409);
  expect(control.state().subscriptions).toMatchObject([{ status: 'active' }]);
});

test('an unknown page is reported as not found', async () => {
  const { base } = await startTestPayments();
  for (const path of ['checkout/cs_none', 'portal/bps_none', 'receipt/ch_none']) {
    const answer = await fetch(`${base}/payments/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain('Not found');
  }
});

test("the operator's page shows what happened, and its forms trigger actions", async () => {
  const sandbox = await startTestPayments();
  const { session } = sandbox.control.pay({ sessionId: (await openCheckout(sandbox, 'a@example.com')).id });
  const dashboard = `${sandbox.base}/payments`;
  expect(await pageOf(dashboard)).toContain(session.subscription);
  const charge = sandbox.control.state().charges[0]?.id ?? '';
  const answer = await submit(`${dashboard}/control/refund`, { charge });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/payments']);
  expect(await pageOf(dashboard)).toContain('$19.99 refunded');
});
