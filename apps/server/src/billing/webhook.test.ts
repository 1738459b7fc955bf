import { receivePaymentEvent } from '@workspace/contract/billing';
import { failureBodySchema } from '@workspace/contract/call';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { paymentEvents } from '../database/schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { NOWHERE, PAYMENTS } from './testing/payments-config.ts';

const stripe = new Stripe('sk_test_signing');
const [SECRET, OLD_SECRET]: readonly string[] = PAYMENTS.webhookSecrets;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { payments: PAYMENTS } });
});
afterAll(() => server.close());

let count = 0;
function newEvent(changes: object = {}) {
  count += 1;
  return {
    id: `evt_${count}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: `sub_${count}`, customer: 'cus_1' } },
    ...changes,
  };
}

function sign(
  payload: string,
  { secret = SECRET, ageMs = 0 }: { secret?: string | undefined; ageMs?: number } = {},
): string {
  const timestamp = Math.floor((server.clock.now().getTime() - ageMs) / 1_000);
  return stripe.webhooks.generateTestHeaderString({ payload, secret: secret ?? '', timestamp });
}

async function post(body: string, headers: Record<string, string>, to = server) {
  const response = await fetch(`${to.url}${receivePaymentEvent.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}

async function deliver(event: object, options: Parameters<typeof sign>[1] = {}) {
  const body = JSON.stringify(event, null, 2);
  return post(body, { 'Stripe-Signature': sign(body, options) });
}

async function stored(id: string) {
  const { database } = server.services;
  const events = await database.select().from(paymentEvents);
  const { rows } = await database.execute(
    sql`select 1 from jobs.job where name = 'process-payment-event' and data ->> 'eventId' = ${id}`,
  );
  return { event: events.find((event) => event.id === id), jobs: rows.length };
}

describe('an event signed by the provider', () => {
  test('is stored with its ids and a job before it is answered', async () => {
    const event = newEvent({
      type: 'charge.dispute.created',
      data: { object: { id: 'dp_1', payment_intent: 'pi_1', evidence: { customer_name: 'who?' } } },
    });
    expect(await deliver(event)).toEqual({ status: 200, body: { data: { received: true } } });
    expect(await stored(event.id)).toEqual({
      event: {
        id: event.id,
        type: event.type,
        objectId: 'dp_1',
        paymentIntentId: 'pi_1',
        receivedAt: server.clock.now(),
        processedAt: null,
      },
      jobs: 1,
    });
  });

  test('creates one job however often it arrives, even twenty times concurrently', async () => {
    const event = newEvent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect((await stored(event.id)).jobs).toBe(1);
  });

  test('is accepted and ignored if its type does not concern plans', async () => {
    for (const type of ['invoice.paid', 'something.new', 'constructor', '__proto__']) {
      const event = newEvent({ type });
      expect(await deliver(event)).toMatchObject({ status: 200 });
      expect(await stored(event.id)).toEqual({ event: undefined, jobs: 0 });
    }
  });

  test('is accepted and ignored if it has an unknown shape', async () => {
    const storable = JSON.stringify(newEvent());
    const id = /evt_\w+/;
    const unstorable = ['\\u0000', '\\udfff'].map((character) => storable.replace(id, character));
    for (const body of ['{}', '[]', 'null', '"text"', '{"id":1}', ...unstorable]) {
      expect(await post(body, { 'Stripe-Signature': sign(body) })).toMatchObject({ status: 200 });
    }
  });

  test('may be up to 1 MiB, unlike any other body', async () => {
    const event = newEvent({ padding: 'x'.repeat(900 * 1_024) });
    expect(await deliver(event)).toMatchObject({ status: 200 });
    const tooLarge = newEvent({ padding: 'x'.repeat(1_024 * 1_024) });
    expect(await deliver(tooLarge)).toMatchObject({ status: 413 });
    const elsewhere = await fetch(`${server.url}/track`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ padding: 'x'.repeat(900 * 1_024) }),
    });
    expect(elsewhere.status).toBe(413);
  });

  test('may be signed with the previous secret while the secret is being changed', async () => {
    expect(await deliver(newEvent(), { secret: OLD_SECRET })).toMatchObject({ status: 200 });
  });

  test('may be five minutes old by the server’s clock', async () => {
    expect(await deliver(newEvent(), { ageMs: 5 * MINUTE_MS })).toMatchObject({ status: 200 });
  });
});

describe('an event is rejected and not stored', () => {
  async function expectRefusal(event: { id: string }, answer: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await answer;
    expect(status).toBe(400);
    expect(failureBodySchema.parse(body).errors).toEqual(['The signature does not match the body.']);
    expect(await stored(event.id)).toEqual({ event: undefined, jobs: 0 });
  }

  test('without a signature', async () => {
    const event = newEvent();
    await expectRefusal(event, post(JSON.stringify(event), {}));
  });

  test('with a signature by another secret', async () => {
    const event = newEvent();
    await expectRefusal(event, deliver(event, { secret: 'whsec_foreign' }));
  });

  test('with a signature older than five minutes, as in a replay', async () => {
    const event = newEvent();
    await expectRefusal(event, deliver(event, { ageMs: 5 * MINUTE_MS + 1_000 }));
  });

  test('with the signature of another event', async () => {
    const event = newEvent();
    const signature = sign(JSON.stringify(newEvent()));
    await expectRefusal(event, post(JSON.stringify(event), { 'Stripe-Signature': signature }));
  });

  test('with the signature of the same event in another format', async () => {
    const event = newEvent();
    const signature = sign(JSON.stringify(event, null, 2));
    await expectRefusal(event, post(JSON.stringify(event), { 'Stripe-Signature': signature }));
  });

  test('with a signature of an old scheme', async () => {
    const event = newEvent();
    const body = JSON.stringify(event);
    await expectRefusal(event, post(body, { 'Stripe-Signature': sign(body).replace('v1=', 'v0=') }));
  });

  test('with any other header', async () => {
    const event = newEvent();
    const body = JSON.stringify(event);
    const right = sign(body);
    const header = fc.oneof(
      fc.constantFrom(
        ',',
        't',
        't=',
        'v1',
        't=1,v1',
        't=1,v1=',
        `${right.split(',')[0]},v1=${'é'.repeat(64)}`,
        't=x,v1=y',
      ),
      fc.stringMatching(/^[!-~\xA1-\xFF]{1,80}$/),
      fc.nat(right.length - 1).map((at) => right.slice(0, at)),
    );
    await fc.assert(
      fc.asyncProperty(header, async (signature) => {
        await expectRefusal(event, post(body, { 'Stripe-Signature': signature }));
      }),
      { numRuns: 60 },
    );
  });
});

test('a body whose type is not JSON is rejected', async () => {
  const answer = await post('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(answer.status).toBe(415);
});

test('the provider is asked to try again later if payments are not set up', async () => {
  const bare = await startTestServer({ sharing: server, config: { payments: undefined } });
  const body = JSON.stringify(newEvent());
  expect((await post(body, { 'Stripe-Signature': sign(body) }, bare)).status).toBe(503);
  await bare.close();
});

test('an event whose payment cannot be looked up yet is kept for later', async () => {
  const away = await startTestServer({ config: { payments: { ...PAYMENTS, apiBase: NOWHERE } } });
  const event = newEvent();
  const body = JSON.stringify(event);
  expect((await post(body, { 'Stripe-Signature': sign(body) }, away)).status).toBe(200);
  await expect(away.runJobs()).rejects.toThrow('payments-unavailable');
  const [kept] = await away.services.database.select().from(paymentEvents);
  expect(kept).toMatchObject({ id: event.id, processedAt: null });
  await away.close();
});
