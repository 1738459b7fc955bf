import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Call, failureBodySchema, failuresOf } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { FAILURES } from '@workspace/contract/failures';
import { getHealth } from '@workspace/contract/service';
import { COOKIES } from '@workspace/server/auth/cookies';
import { addMs, MINUTE_MS } from '@workspace/server/clock';
import { oneTimeTokens } from '@workspace/server/database/schema';
import { hashToken, newToken } from '@workspace/server/secrets/keys';
import { TestClock } from '@workspace/server/testing/test-clock';
import { startTestServer, type TestServer } from '@workspace/server/testing/test-server';
import { createUser } from '@workspace/server/testing/test-users';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arbitraryOf, oddText, oddValue, spoil } from './arbitrary-from-schema.ts';
import { PRICE_ID } from './billing-world.ts';
import { outsideWorldConfig, startOutsideWorld } from './outside-world-process.ts';

const RUNS_PER_CALL = 60;
const SITE = 'http://localhost:3000';

/** A request; `path` is as in the request line. */
interface FuzzRequest {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | undefined;
  /** Whether it has a user's tokens and cookies. */
  isSignedIn: boolean;
}

interface FuzzAnswer {
  status: number;
  contentType: string;
  body: string;
}

const agent = new Agent({ keepAlive: true });
let server: TestServer;

beforeAll(async () => {
  const world = await startOutsideWorld();
  // Signatures of payment events are checked against the system's clock.
  // Each request comes from a different address, since rate limits are not tested here.
  server = await startTestServer({
    config: { ...outsideWorldConfig(world.url), trustProxy: 1 },
    clock: new TestClock(new Date().toISOString()),
  });
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

/** A placeholder in a request for something that only its user has. */
const OWN = {
  accessToken: '<access token>',
  refreshToken: '<refresh token>',
  setupToken: '<setup token>',
  resetToken: '<reset token>',
};

/** Fields that are hardly ever valid by chance. */
const KNOWN: Record<string, string> = {
  setupToken: OWN.setupToken,
  refreshToken: OWN.refreshToken,
  token: OWN.resetToken,
  priceId: PRICE_ID,
};

const address = fc.oneof(
  { weight: 9, arbitrary: fc.ipV4() },
  { weight: 1, arbitrary: fc.constantFrom('::1', 'x', ',', '') },
);
const headerText = fc.string({ unit: 'binary-ascii' }).map((value) => value.replace(/[^\x20-\x7e]/g, '').trim());

const odd: fc.Arbitrary<OutgoingHttpHeaders> = fc.oneof(
  fc.constant({}),
  headerText.map((value) => ({ authorization: `Bearer ${value}` })),
  headerText.map((value) => ({ cookie: `${COOKIES.refreshToken.name}=${value}; ${COOKIES.google.name}=${value}` })),
  headerText.map((value) => ({ 'stripe-signature': value })),
  headerText.map((value) => ({ origin: value })),
  headerText.map((value) => ({ 'user-agent': value })),
  fc.constantFrom<OutgoingHttpHeaders>(
    { origin: 'https://evil.example' },
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/account' },
    { range: 'bytes=5-1' },
    { range: 'bytes=0-0,2-2' },
    { 'if-match': '"x"' },
    { 'if-none-match': '*', 'if-modified-since': 'yesterday' },
    { 'accept-encoding': 'br;q=x', accept: 'text/html' },
    { 'content-encoding': 'gzip' },
  ),
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'application/xml',
      ';',
      'application/json5',
    ),
  },
);

/** Invalid or deceptive JSON. */
const oddBody = fc.oneof(
  fc.constantFrom('', ' ', '{', '[]', 'null', '"x"', '0', '-', 'nul', '\ufeff{}', '{"a":1,"a":2}', '{"a":1e999}'),
  fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
    '"\\ud800"',
  ),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)),
  fc.constantFrom(10_000, 20_000, 250_000, 300_000).map((length) => JSON.stringify({ email: 'x'.repeat(length) })),
  oddText,
);

function bodyOf({ body }: Call): fc.Arbitrary<string | undefined> {
  const valid = body ? fc.oneof(arbitraryOf(body), arbitraryOf(body).map(withKnown)) : oddValue;
  const json = fc.oneof({ weight: 5, arbitrary: valid }, { weight: 4, arbitrary: valid.chain(spoil) }, oddValue);
  return fc.oneof(
    { weight: body ? 1 : 8, arbitrary: fc.constant(undefined) },
    { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: oddBody },
  );
}

function withKnown(value: unknown): unknown {
  const entries = Object.entries(Object(value));
  return Object.fromEntries(entries.map(([name, part]) => [name, KNOWN[name] ?? part]));
}

/** Values for path or query parameters: mostly valid. */
function textsOf(schema: Call['params']): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return fc.constant({});
  const names = Object.keys(schema.shape);
  const anything = fc.record(Object.fromEntries(names.map((name) => [name, oddText])));
  return fc.oneof({ weight: 2, arbitrary: arbitraryOf(schema) as typeof anything }, { weight: 1, arbitrary: anything });
}

function escaped(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

const oddQuery = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('?', '?%', '?a[]=1', '?__proto__=1', '?token=a&token=b', '?token=%ff', '?a=b=c&&'),
  },
);

function pathOf(call: Call): fc.Arbitrary<string> {
  const query = call.query as Call['params'];
  return fc.tuple(textsOf(call.params), textsOf(query), oddQuery).map(([params, values, more]) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(params[name]));
    const search = Object.entries(values).map(([name, value]) => `${name}=${escaped(value)}`);
    return search.length === 0 || more !== '' ? `${path}${more}` : `${path}?${search.join('&')}`;
  });
}

function requestsOf(call: Call): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({ path: pathOf(call), body: bodyOf(call), type: contentType, more: odd, address, isSignedIn: fc.boolean() })
    .map(({ path, body, type, more, address: from, isSignedIn }) => ({
      method: call.method,
      path,
      body: call.method === 'GET' ? undefined : body,
      isSignedIn,
      headers: {
        origin: SITE,
        'x-forwarded-for': from,
        ...(call.method === 'GET' || body === undefined ? {} : { 'content-type': type }),
        ...(isSignedIn
          ? { authorization: `Bearer ${OWN.accessToken}`, cookie: `${COOKIES.refreshToken.name}=${OWN.refreshToken}` }
          : {}),
        ...more,
      },
    }));
}

async function send({ method, path, headers, body, isSignedIn }: FuzzRequest): Promise<FuzzAnswer> {
  const fill = isSignedIn ? await becomeUser() : (value: string) => value;
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(String(value))]);
  const request = httpRequest(server.url, { agent, method, path, headers: Object.fromEntries(filled) });
  request.end(body && fill(body));
  const [response] = await once(request, 'response');
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] ?? '',
    body: await text(response),
  };
}

/** Creates a user. Returns a function that fills in their placeholders in a request. */
async function becomeUser(): Promise<(value: string) => string> {
  const { database, clock } = server.services;
  const { id: userId, token, refreshToken } = await createUser(server);
  const [setupToken, resetToken] = [newToken(), newToken()];
  const expiresAt = addMs(clock.now(), MINUTE_MS);
  await database.insert(oneTimeTokens).values([
    { tokenHash: hashToken(setupToken), purpose: 'setup', userId, expiresAt },
    { tokenHash: hashToken(resetToken), purpose: 'password-reset', userId, expiresAt },
  ]);
  const own = { accessToken: token, refreshToken, setupToken, resetToken };
  return (value) =>
    Object.entries(own).reduce((filled, [name, mine]) => filled.replace(OWN[name as keyof typeof OWN], mine), value);
}

/** Asserts that a response is one that the call may give. */
function expectDeclared(call: Call, answer: FuzzAnswer): void {
  const { status, body, contentType: type } = answer;
  if (status < 400) {
    if (call.answer.kind === 'data') {
      expect(status).toBe(call.answer.status);
      const { data } = JSON.parse(body);
      expect(call.answer.data.parse(data)).toEqual(data);
    } else {
      expect(status).toBeOneOf(call.answer.kind === 'redirect' ? [302] : [200, 206, 302, 304]);
    }
    return;
  }
  expect(type).toBe('application/json; charset=utf-8');
  const { errors } = failureBodySchema.parse(JSON.parse(body));
  const declared = failuresOf(call).filter((code) => code !== 'internal');
  // Unknown addresses, and bodies refused before it is known that the call takes none.
  const early = ['not-found', 'malformed-body', 'body-too-large', 'unsupported-media-type'] as const;
  const statuses = [...declared, ...early].map((code) => FAILURES[code].status);
  expect(status, errors.join(' ')).toBeOneOf(statuses);
}

const CALLS_TO_TRY = Object.entries<Call>(CALLS);

describe('Whatever is sent, every call responds according to its contract', () => {
  test.each(CALLS_TO_TRY)('%s', async (_, call) => {
    await fc.assert(
      fc.asyncProperty(requestsOf(call), async (request) => expectDeclared(call, await send(request))),
      { numRuns: RUNS_PER_CALL },
    );
  });
});

/** Events that were once answered with 500. */
const ONCE_FAILED = [
  ['{"id":"evt_\\u0000","object":"event","type":"charge.refunded","data":{"object":{"id":"ch_1"}}}'],
  ['{"id":"evt_1","object":"event","type":{"length":{"toString":1}},"data":{"object":{"id":"ch_1"}}}'],
] as [string][];

test('Signed payment events may contain anything', async () => {
  const call: Call = CALLS.receivePaymentEvent;
  const event = fc.record({
    id: fc.oneof(fc.constant('evt_1'), oddValue),
    object: fc.constantFrom('event', 'x'),
    type: fc.oneof(fc.constantFrom('checkout.session.completed', 'charge.refunded', 'invoice.paid'), oddValue),
    created: fc.oneof(fc.nat(), oddValue),
    data: fc.oneof(
      oddValue,
      fc.record({ object: fc.oneof(oddValue, fc.record({ id: oddValue, customer: oddValue })) }),
    ),
  });
  const [secret] = server.services.config.payments!.webhookSecrets;
  const payload = fc.oneof(event, event.chain(spoil), oddValue).map((value) => JSON.stringify(value));
  await fc.assert(
    fc.asyncProperty(fc.oneof(payload, oddBody), async (body) => {
      const at = Math.floor(Date.now() / 1_000);
      const signature = createHmac('sha256', secret!).update(`${at}.${body}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
      expectDeclared(call, await send({ method: 'POST', path: call.path, headers, body, isSignedIn: false }));
    }),
    { numRuns: RUNS_PER_CALL * 4, examples: ONCE_FAILED },
  );
});

test('Arbitrary paths and methods lead to a call or to a 404', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'auth',
      'usage',
      '..',
      '.',
      '',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%ff',
      'docs',
      'static',
      'releases',
      'files',
      '*',
    ),
    oddText.map(escaped),
  );
  const path = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
  const known = fc.constantFrom(...CALLS_TO_TRY.map(([, call]) => call.path));
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(path, known), method, odd, fc.boolean(), async (target, verb, headers, isSignedIn) => {
      const answer = await send({ method: verb, path: target, headers, body: undefined, isSignedIn });
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400 && verb !== 'HEAD') failureBodySchema.parse(JSON.parse(answer.body));
    }),
    {
      numRuns: RUNS_PER_CALL * 10,
      examples: [
        ['/usage', 'QUERY', {}, false],
        ['/docs/static/%00', 'GET', {}, false],
      ],
    },
  );
});

test('After all of this the server still works', async () => {
  expect(await server.call(getHealth, {})).toMatchObject({ ok: true });
  expect(Object.prototype).not.toHaveProperty('x');
});
