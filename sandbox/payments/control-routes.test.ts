import { expect, test } from 'vitest';
import { monthly, startTestPayments, type TestPayments } from './testing/test-payments.ts';

function control({ base }: TestPayments, action: string, body: unknown = {}) {
  return fetch(`${base}/payments/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('everything that can happen to a purchase has a control call', async () => {
  const sandbox = await startTestPayments();
  const { id: sessionId } = await sandbox.stripe.checkout.sessions.create(monthly());
  const paid = await control(sandbox, 'pay', { sessionId, email: 'a@example.com', outcome: 'delayed' });
  const { session } = (await paid.json()) as { session: { subscription: string } };
  const { subscription } = session;
  const steps: [action: string, body: object, answer: object][] = [
    ['settle', { sessionId, outcome: 'succeeded' }, { payment_status: 'paid' }],
    ['cancel', { subscription }, { cancel_at: expect.any(Number) }],
    ['resume', { subscription }, { cancel_at: null }],
    ['end-period', { subscription, outcome: 'declined' }, { status: 'past_due' }],
    ['retry-payment', { subscription }, { status: 'active' }],
    ['end-period', { subscription, outcome: 'declined' }, { status: 'past_due' }],
    ['stop-retrying', { subscription, end: 'canceled' }, { status: 'canceled' }],
  ];
  for (const [action, body, answer] of steps) {
    expect(await (await control(sandbox, action, body)).json()).toMatchObject(answer);
  }
  const { charges } = sandbox.control.state();
  const charge = charges.at(-1)?.id;
  expect(await (await control(sandbox, 'refund', { charge, amount: 500 })).json()).toMatchObject({ amount: 500 });
  const dispute = (await (await control(sandbox, 'dispute', { charge })).json()) as { id: string; amount: number };
  expect(dispute.amount).toBe(1499);
  const closed = await control(sandbox, 'close-dispute', { dispute: dispute.id, outcome: 'lost' });
  expect(await closed.json()).toMatchObject({ status: 'lost' });
  const opened = await control(sandbox, 'follow-link', { client_reference_id: 'user_1' });
  const link = (await opened.json()) as { id: string; client_reference_id: string };
  expect(link.client_reference_id).toBe('user_1');
  expect(await (await control(sandbox, 'expire', { sessionId: link.id })).json()).toMatchObject({ status: 'expired' });
});

test('control calls hold, release, redeliver and fabricate webhooks', async () => {
  const sandbox = await startTestPayments();
  expect((await control(sandbox, 'webhooks/mode', { mode: 'hold' })).status).toBe(204);
  await sandbox.stripe.customers.create();
  expect((await control(sandbox, 'webhooks/flush')).status).toBe(204);
  expect(sandbox.receiver.types()).toEqual(['customer.created']);
  const event = sandbox.read(sandbox.receiver.received[0]!).id;
  await control(sandbox, 'webhooks/redeliver', { event, times: 2, signature: 'wrong' });
  expect(sandbox.receiver.received).toHaveLength(3);
  await control(sandbox, 'webhooks/mode', { mode: 'normal' });
  await control(sandbox, 'webhooks/send', { type: 'moon.full', object: {} });
  expect(sandbox.receiver.types().at(-1)).toBe('moon.full');
  await control(sandbox, 'webhooks/url', {});
  expect(sandbox.control.state().webhooks.url).toBeUndefined();
});

test('control calls take the API down, and reset everything', async () => {
  const sandbox = await startTestPayments();
  await sandbox.stripe.customers.create();
  await control(sandbox, 'outage', { mode: '500', times: 1 });
  expect((await sandbox.call('customers')).status).toBe(500);
  expect((await sandbox.call('customers')).status).toBe(200);
  expect((await control(sandbox, 'reset')).status).toBe(204);
  const state = await (await fetch(`${sandbox.base}/payments/control/state`)).json();
  expect(state).toMatchObject({ events: [], webhooks: { url: sandbox.receiver.url }, outage: 'off' });
  expect((await sandbox.stripe.paymentLinks.list()).data).toHaveLength(2);
});

test('an invalid control call is rejected with the reason', async () => {
  const sandbox = await startTestPayments();
  const { id: sessionId } = sandbox.control.followLink();
  const cases: [action: string, body: unknown, status: number, error: string][] = [
    ['pay', { sessionId: 'cs_none' }, 404, "No such checkout.session: 'cs_none'"],
    ['pay', { sessionId }, 400, 'Enter an email address.'],
    ['pay', { sessionId, card: '4242' }, 400, 'Unrecognized key: "card"'],
    ['refund', {}, 400, 'Name either a charge or a paymentIntent.'],
    ['webhooks/mode', { mode: 'never' }, 400, 'mode: '],
  ];
  for (const [action, body, status, error] of cases) {
    const answer = await control(sandbox, action, body);
    expect([action, answer.status]).toEqual([action, status]);
    expect(await answer.json()).toMatchObject({ errors: [expect.stringContaining(error)] });
  }
});
