import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { createPayments, type PaymentsOptions } from '../payments.ts';

export const SECRET_KEY = 'sk_test_sandbox';
const WEBHOOK_SECRET = 'whsec_sandbox';
export const PRICE = 'price_sandbox_standard';
export const SITE = 'http://localhost:3000';
/** When the tests' clock starts, in milliseconds since 1970: the last day of a January. */
export const START_MS = Date.UTC(2026, 0, 31, 12);

/** A received webhook. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

export type TestPayments = Awaited<ReturnType<typeof startTestPayments>>;

/** Starts a stand-in on a free port, with a receiver of its webhooks and the official library as its client. */
export async function startTestPayments(options: Partial<PaymentsOptions> = {}) {
  const clock = new FakeClock();
  const receiver = await startReceiver();
  const app = Fastify();
  const server = createServer((request, response) => app.routing(request, response));
  const base = await listen(server);
  const payments = createPayments({
    publicUrl: base,
    clock: { now: () => START_MS + clock.now(), schedule: (delayMs, callback) => clock.schedule(delayMs, callback) },
    secretKey: SECRET_KEY,
    webhookUrl: receiver.url,
    webhookSecret: WEBHOOK_SECRET,
    priceId: PRICE,
    unitAmount: 1999,
    currency: 'usd',
    siteUrl: SITE,
    ...options,
  });
  await app.register(payments.plugin);
  await app.ready();
  const stop = async () => {
    await close(server);
    payments.close();
    await app.close();
  };
  onTestFinished(stop);
  return {
    base,
    clock,
    stop,
    control: payments.control,
    receiver,
    stripe: connect(base),
    /** Calls the API without the library. */
    call: (path: string, request: RequestInit = {}) =>
      fetch(`${base}/v1/${path}`, {
        ...request,
        headers: { authorization: `Bearer ${SECRET_KEY}`, ...request.headers },
      }),
    /** Verifies and parses a webhook with the library. */
    read: ({ body, headers }: ReceivedWebhook) =>
      Stripe.webhooks.constructEvent(
        body,
        headers['stripe-signature'] ?? '',
        WEBHOOK_SECRET,
        300,
        undefined,
        START_MS + clock.now(),
      ),
  };
}

/** The official library, connected to the stand-in. */
export function connect(base: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(base);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** A server that receives webhooks and answers each with `status`. */
async function startReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = { status: 200, received, url: '', types: () => received.map(({ body }) => JSON.parse(body).type) };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    received.push({ headers: request.headers, body });
    response.writeHead(receiver.status).end();
  });
  receiver.url = `${await listen(server)}/billing/webhook`;
  onTestFinished(() => close(server));
  return receiver;
}

/** Resolves with the server's address. */
function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Parameters for buying the monthly price. */
export function monthly(more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    line_items: [{ price: PRICE, quantity: 1 }],
    success_url: `${SITE}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/checkout/cancelled`,
    ...more,
  };
}
