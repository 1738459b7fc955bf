import { ANY_SESSION, type Call, declareCall } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { FAILURES } from '@workspace/contract/failures';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Authentication, Caller } from '../auth/authenticate.ts';
import { Failure } from '../failure.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { answerFailures } from './answer-failures.ts';
import { createServeCall, originOf } from './serve-call.ts';

const SITE = 'https://example.com';

const CALLER: Caller = {
  userId: 'a-user',
  sessionId: 'a-session',
  sessionKind: 'browser',
  email: 'somebody@example.com',
  createdAt: new Date(0),
  customerId: null,
  usageTimezone: null,
  usageHoursComplete: true,
  subscription: null,
};

const authentication: Pick<Authentication, 'authenticate'> = {
  async authenticate(authorization) {
    if (authorization !== 'Bearer good') throw new Failure('not-signed-in');
    return CALLER;
  },
};

const baseCall = declareCall({
  method: 'POST',
  path: '/things/{id}',
  summary: 'For the tests.',
  access: 'anyone',
  params: z.object({ id: z.string() }),
  answer: { kind: 'data', status: 202, data: z.object({ name: z.string(), when: z.string().optional() }) },
  failures: [],
});

function createTestApp() {
  const app = Fastify();
  answerFailures(app);
  return { app, serveCall: createServeCall(app, { authentication, siteUrl: `${SITE}/base` }) };
}

describe('A response', () => {
  test('has the contract’s status and only the fields that the contract names', async () => {
    const { app, serveCall } = createTestApp();
    const found = { name: 'a name', passwordHash: 'secret' };
    serveCall(baseCall, async ({ input }) => ({ ...found, when: input.params.id }));
    const response = await app.inject({ method: 'POST', url: '/things/now' });
    expect(response.statusCode).toBe(202);
    expect(response.json()).toEqual({ data: { name: 'a name', when: 'now' } });
  });

  test('becomes an internal error that discloses nothing if it violates the contract', async () => {
    const { app, serveCall } = createTestApp();
    serveCall(baseCall, async () => JSON.parse('{"name":5,"passwordHash":"secret"}'));
    const response = await app.inject({ method: 'POST', url: '/things/now' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ errors: [FAILURES.internal.message] });
  });
});

describe('A call for signed-in users', () => {
  const call = declareCall({
    ...baseCall,
    access: 'bearer',
    takenFrom: ANY_SESSION,
    body: z.object({ count: z.number() }),
  });

  test('receives the caller', async () => {
    const { app, serveCall } = createTestApp();
    serveCall(call, async ({ caller }) => ({ name: caller.userId }));
    const request = { method: 'POST', url: '/things/now', headers: { authorization: 'Bearer good' } } as const;
    expect((await app.inject({ ...request, body: { count: 1 } })).json()).toEqual({ data: { name: 'a-user' } });
  });

  test('checks the sign-in before anything else', async () => {
    const { app, serveCall } = createTestApp();
    serveCall(call, async () => ({ name: '' }));
    const response = await app.inject({ method: 'POST', url: '/things/now', body: { count: 'wrong' } });
    expect(response.json()).toEqual({ errors: [FAILURES['not-signed-in'].message] });
  });
});

describe('A call that uses cookies', () => {
  const call = declareCall({ ...baseCall, usesCookies: true });
  const { app, serveCall } = createTestApp();
  serveCall(call, async () => ({ name: 'done' }));
  const statusFrom = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/things/now', headers })).statusCode;

  test.each([
    ['the site', { origin: SITE, 'sec-fetch-site': 'same-site' }],
    ['a client that is not a browser', {}],
    ['a page of the server’s own origin, which browsers do not send', { 'sec-fetch-site': 'same-origin' }],
  ])('accepts %s', async (_, headers) => {
    expect(await statusFrom(headers)).toBe(202);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a subdomain of the site', { origin: 'https://evil.example.com' }],
    ['the site without TLS', { origin: 'http://example.com' }],
    ['the site on another port', { origin: 'https://example.com:8443' }],
    ['an origin that begins like the site’s', { origin: `${SITE}.evil.example` }],
    ['a sandboxed page', { origin: 'null' }],
    ['a browser that sends only Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['an empty origin', { origin: '' }],
  ])('refuses %s', async (_, headers) => {
    expect(await statusFrom(headers)).toBe(403);
  });
});

test('An address’s origin has neither a path nor a default port', () => {
  expect(originOf('https://example.com:443/base/')).toBe('https://example.com');
  expect(originOf('http://localhost:3000')).toBe('http://localhost:3000');
});

describe('On the running server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const calls = Object.entries<Call>(CALLS);

  test.each(calls.filter(([, { access }]) => access === 'bearer'))('%s requires signing in', async (_, call) => {
    const path = call.path.replace(/\{\w+\}/g, '2026-01');
    for (const headers of [{}, { Authorization: 'Bearer x' }, { Authorization: 'Basic eDp5' }]) {
      const response = await fetch(`${server.url}${path}`, { method: call.method, headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ errors: [FAILURES['not-signed-in'].message] });
    }
  });

  test.each(calls.filter(([, { access }]) => access === 'bearer'))(
    '%s accepts sessions of the app only if it declares that',
    async (_, call) => {
      const { token } = await createUser(server, { kind: 'device' });
      const path = call.path.replace(/\{\w+\}/g, '2026-01');
      const response = await fetch(`${server.url}${path}`, {
        method: call.method,
        headers: { Authorization: `Bearer ${token}` },
      });
      const isRefused =
        response.status === 403 && JSON.stringify(await response.json()).includes(FAILURES['browser-only'].message);
      expect(isRefused).toBe(!call.takenFrom?.includes('device'));
    },
  );

  test.each(calls.filter(([, { usesCookies }]) => usesCookies))('%s refuses other sites', async (_, call) => {
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}${call.path}`, { method: call.method, headers });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
