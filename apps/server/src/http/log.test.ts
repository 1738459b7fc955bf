import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as auth from '@workspace/contract/auth';
import type { Call } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { verifyEmail } from '@workspace/contract/email';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COOKIES } from '../auth/cookies.ts';
import { makePasswordResetLink } from '../auth/reset-password.ts';
import { createPaymentProvider } from '../billing/payment-provider.ts';
import type { PaymentsConfig } from '../config.ts';
import { createJobHandlers } from '../jobs/job-handlers.ts';
import { type CookieJar, startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { describeError, logOptions } from './log.ts';

/** Part of everything that is sent; must not appear anywhere in the log. */
const CANARY = 'canary';
/** A line like those of a stack trace, which could make a message pass for one. */
const FAKE_FRAME = `${CANARY}\n    at ${CANARY} (${CANARY}.ts:1:1)`;

/** Has the fields that any call with a body needs. */
const BODY = {
  email: `${CANARY}.guess@example.com`,
  password: `${CANARY} password`,
  token: CANARY,
  setupToken: CANARY,
  refreshToken: CANARY,
  device: { name: FAKE_FRAME, platform: FAKE_FRAME, appVersion: CANARY },
  code: CANARY,
  state: CANARY,
  iss: `https://${CANARY}.example`,
  entries: [
    { id: CANARY, startedAt: CANARY, seconds: 1, timezone: CANARY },
    { id: randomUUID(), startedAt: '2026-03-18T09:00:00.000Z', seconds: 1, timezone: 'UTC' },
  ],
  priceId: `price_${CANARY}`,
  sessionId: `cs_test_${CANARY}`,
  event: FAKE_FRAME,
  utmSource: CANARY,
  metadata: { [CANARY]: FAKE_FRAME },
};

const PAYMENTS: PaymentsConfig = {
  apiBase: undefined,
  secretKey: `sk_test_${CANARY}`,
  webhookSecrets: [`whsec_${CANARY}`],
  standardPriceId: BODY.priceId,
  standardUnitAmount: 1_999,
  paymentLink: 'https://pay.example/link',
};

let lines: string[];
let server: TestServer;

beforeEach(async () => {
  lines = [];
  const log = pino(logOptions('trace'), { write: (line) => void lines.push(line) });
  const payments = { ...PAYMENTS, apiBase: await startQuotingProvider() };
  server = await startTestServer({
    config: {
      payments,
      google: { issuer: `${payments.apiBase}/google`, clientId: CANARY, clientSecret: CANARY },
    },
    services: {
      log,
      payments: createPaymentProvider(payments),
      mailer: {
        send: ({ to }) => Promise.reject(Object.assign(new Error(`550 ${to} ${CANARY}`), { responseCode: 550 })),
        close() {},
      },
    },
  });
  onTestFinished(() => server.close());
});

/** Starts a provider that refuses everything, quoting the request. */
async function startQuotingProvider(): Promise<string> {
  const provider = createServer(async (request, response) => {
    const message = `Refused: ${request.url} ${JSON.stringify(request.headers)} ${await text(request)} ${CANARY}`;
    response.writeHead(400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message, param: CANARY } }));
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const { port } = provider.address() as { port: number };
  return `http://127.0.0.1:${port}`;
}

/** Makes a call with canaries in every possible place. */
async function request(call: Call, parameter: string, token: string | undefined): Promise<void> {
  const path = call.path.replace(/\{\w+\}/g, parameter);
  const cookies = Object.values(COOKIES).map(({ name }) => `${name}=${CANARY}`);
  const response = await fetch(`${server.url}${path}?token=${CANARY}&${CANARY}=${CANARY}`, {
    method: call.method,
    redirect: 'manual',
    headers: {
      Origin: server.services.config.siteUrl,
      Cookie: [...cookies, `${CANARY}=${CANARY}`].join('; '),
      'User-Agent': CANARY,
      Referer: `https://${CANARY}.example`,
      'X-Forwarded-For': CANARY,
      'X-Request-Id': CANARY,
      'Stripe-Signature': `t=1,v1=${CANARY}`,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(call.body === undefined && !call.rawBody ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(call.body === undefined && !call.rawBody ? {} : { body: JSON.stringify(BODY) }),
  });
  await response.arrayBuffer();
}

/**
 * Makes every call: signed in and not, with valid and invalid parameters. Each of `tokens` belongs to a different user.
 */
async function makeEveryCall(tokens: string[]): Promise<void> {
  for (const [index, call] of Object.values<Call>(CALLS).entries()) {
    for (const token of [undefined, CANARY, tokens[index]]) {
      for (const parameter of [CANARY, '2026-03', randomUUID()]) await request(call, parameter, token);
    }
  }
}

async function tokensForEveryCall(): Promise<string[]> {
  const tokens: string[] = [];
  for (const name of Object.keys(CALLS)) {
    const { token } = await createUser(server, { email: `${CANARY}.${name.toLowerCase()}@example.com` });
    tokens.push(token);
  }
  return tokens;
}

function expectNoneOf(secrets: readonly string[]): void {
  const telling = lines.filter((line) => secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())));
  expect(telling).toEqual([]);
}

const linesThatSay = (words: string) => lines.filter((line) => line.includes(words));

describe('The log', () => {
  test('contains nothing that clients send, whatever the outcome of the request', async () => {
    const tokens = await tokensForEveryCall();
    await makeEveryCall(tokens);
    expect(linesThatSay('answered').length).toBeGreaterThanOrEqual(9 * Object.keys(CALLS).length - 9);
    expect(linesThatSay('call failed')).not.toEqual([]);
    expectNoneOf([CANARY, ...tokens]);
  });

  test('contains nothing that clients send even if every write fails and quotes its row', async () => {
    const tokens = await tokensForEveryCall();
    await server.services.database.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'refused: %', coalesce(new, old)::text
          using errcode = 'unique_violation', detail = coalesce(new, old)::text, constraint = 'users_email_unique';
      end $$`);
    const tables = await server.services.database.execute<{ name: string }>(
      sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'`,
    );
    for (const { name } of tables.rows) {
      await server.services.database.execute(
        sql.raw(
          `create trigger refuse before insert or update or delete on ${name} for each row execute function refuse()`,
        ),
      );
    }
    await makeEveryCall(tokens);
    expect(linesThatSay('"code":"23505"').length).toBeGreaterThan(10);
    expectNoneOf([CANARY, ...tokens]);
  });

  test('contains nothing that clients send even if every query fails', async () => {
    const tokens = await tokensForEveryCall();
    await server.services.database.execute(sql`drop table users cascade`);
    await server.services.database.execute(sql`drop table tracking_events, one_time_tokens, payment_events`);
    await makeEveryCall(tokens);
    expect(linesThatSay('"code":"42P01"').length).toBeGreaterThan(10);
    expectNoneOf([CANARY, ...tokens]);
  });

  test('contains none of the tokens that are issued, from registration to password reset', async () => {
    const given = await useTokens();
    expect(given.length).toBeGreaterThanOrEqual(10);
    expectNoneOf([CANARY, ...given]);
  });

  test('contains no part of a mail that could not be sent', async () => {
    const body = { email: BODY.email, password: BODY.password };
    await server.call(auth.register, { body });
    const { services } = server;
    await services.jobs.work(createJobHandlers(services));
    await vi.waitUntil(() => linesThatSay('job failed').length > 0, { timeout: 300_000 });
    expectNoneOf([CANARY]);
  });

  test.for([
    ['a malformed header', `GET /${CANARY} HTTP/1.1\r\n${CANARY} ${CANARY}\r\n\r\n`],
    ['a malformed method', `${CANARY} /${CANARY} HTTP/1.1\r\n\r\n`],
    ['an address that is too long', `GET /${CANARY.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['a malformed address', `GET //${CANARY}%ZZ?${CANARY} HTTP/1.1\r\nHost: ${CANARY}\r\nConnection: close\r\n\r\n`],
    [
      'a malformed body',
      `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 8\r\n\r\n"${CANARY}!`,
    ],
    [
      'an unknown body type',
      `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${CANARY}/json\r\nConnection: close\r\nContent-Length: 6\r\n\r\n${CANARY}`,
    ],
  ] as const)('contains no part of a request with %s', async ([, bytes]) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(bytes);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await server.call(auth.logout, {});
    expect(lines).not.toEqual([]);
    expectNoneOf([CANARY]);
  });
});

/** Uses everything that issues or takes a token. Returns the tokens, both those sent and those received. */
async function useTokens(): Promise<string[]> {
  const { services } = server;
  const given: string[] = [];
  const take = (tokens: Record<string, unknown> | undefined) =>
    given.push(...Object.values(tokens ?? {}).filter((value) => typeof value === 'string'));
  const cookies: CookieJar = new Map();
  const { email, password } = BODY;

  await server.call(auth.register, { body: { email, password } });
  const registration = await services.database.query.registrations.findFirst();
  const link = services.keys.signReference('verification-link', registration?.id ?? '');
  given.push(link);
  expect(await server.call(verifyEmail, { query: { token: link } })).toMatchObject({ ok: true });

  const signedIn = await server.call(auth.login, { body: { email, password } }, { cookies });
  if (!signedIn.ok) throw new Error('The sign-in was refused.');
  take(signedIn.data);
  take(Object.fromEntries([...cookies].map(([name, { value }]) => [name, value])));
  const refreshed = await server.call(auth.refresh, {}, { cookies });
  if (!refreshed.ok) throw new Error('The refresh was refused.');
  take(refreshed.data);
  take(Object.fromEntries([...cookies].map(([name, { value }]) => [name, value])));

  const setup = await server.call(auth.generateSetupToken, {}, { token: signedIn.data.token });
  if (!setup.ok) throw new Error('The setup token was refused.');
  take(setup.data);
  const device = { name: CANARY, platform: CANARY, appVersion: CANARY };
  const linked = await server.call(auth.exchangeSetupToken, { body: { setupToken: setup.data.token, device } });
  if (!linked.ok) throw new Error('The device was refused.');
  take(linked.data);
  const { refreshToken } = linked.data;
  const again = await server.call(auth.refreshDevice, { body: { refreshToken } });
  take(again.ok ? again.data : undefined);

  const resetLink = await makePasswordResetLink(services.database, services, registration?.userId ?? '', {
    operator: 'anna',
  });
  const token = new URL(resetLink).searchParams.get('token') ?? '';
  given.push(token);
  const reset = await server.call(auth.resetPassword, { body: { token, password: `${CANARY} new` } });
  expect(reset).toMatchObject({ ok: true });
  return given;
}

describe('An error in the log', () => {
  test('has its type, message and stack', () => {
    const { type, message, stack } = describeError(new TypeError('Something is undefined'));
    expect({ type, message }).toEqual({ type: 'TypeError', message: 'Something is undefined' });
    expect(stack).toMatch(/^ {4}at .*log\.test\.ts:\d+:\d+/);
  });

  test('has its causes', () => {
    const error = new Error('outside', { cause: new RangeError('inside') });
    expect(describeError(error)).toMatchObject({
      message: 'outside',
      cause: { type: 'RangeError', message: 'inside' },
    });
  });

  test('has no message if it quotes values', () => {
    const quoting = [
      Object.assign(new Error(`duplicate key (${CANARY})`), { code: '23505', detail: CANARY, constraint: 'unique' }),
      new DrizzleQueryError(`select ${CANARY}`, [CANARY, FAKE_FRAME], new Error(`no ${CANARY}`)),
      Object.assign(new Error(`550 ${CANARY}`), { responseCode: 550, response: CANARY }),
      syntaxErrorOf(`{"password": ${CANARY}`),
    ];
    for (const error of quoting) {
      Object.defineProperty(error, 'cause', { value: undefined });
      expect(JSON.stringify(describeError(error))).not.toContain(CANARY);
    }
  });

  test('has no message lines that look like stack frames', () => {
    const { stack } = describeError(new Error(FAKE_FRAME));
    expect(stack).not.toContain(CANARY);
    expect(stack).toContain('log.test.ts');
  });

  test('has only its type if it is not an Error', () => {
    expect(describeError(CANARY)).toEqual({ type: 'string', message: '', stack: '' });
    expect(describeError({ token: CANARY })).toEqual({ type: 'object', message: '', stack: '' });
  });
});

function syntaxErrorOf(json: string): Error {
  try {
    JSON.parse(json);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('That was JSON.');
}
