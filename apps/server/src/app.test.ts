import { once } from 'node:events';
import { connect } from 'node:net';
import { failureBodySchema } from '@workspace/contract/call';
import { FAILURES } from '@workspace/contract/failures';
import { getHealth } from '@workspace/contract/service';
import { track } from '@workspace/contract/tracking';
import { reportUsage } from '@workspace/contract/usage';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { createUser } from './testing/test-users.ts';

const SITE = 'http://localhost:3000';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await createUser(server));
});
afterAll(() => server.close());

interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends raw lines, terminated as HTTP requires. Resolves with what arrived before the server closed the connection. */
async function sendRaw(lines: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  const [head = '', answer = ''] = Buffer.concat(chunks)
    .toString()
    .split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...headers] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])),
    body: answer,
  };
}

/** Posts a body of any type, on a connection that is closed afterwards. */
function post(path: string, headers: readonly string[], body: string): Promise<RawAnswer> {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return sendRaw([`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', length, ...headers], body);
}

const JSON_TYPE = 'Content-Type: application/json';

function messagesOf({ body }: RawAnswer): string[] {
  return failureBodySchema.parse(JSON.parse(body)).errors;
}

describe('Malformed requests and unknown paths are rejected with our own messages', () => {
  test.each([
    ['an address with a broken escape', 'GET /% HTTP/1.1'],
    ['an address that is not UTF-8', 'GET /usage/%ff%fe HTTP/1.1'],
    ['a parameter that is too long', `GET /usage/${'x'.repeat(600)} HTTP/1.1`],
    ['a path that leaves the page’s folder', 'GET /docs/static/../../../../package.json HTTP/1.1'],
    ['an escaped path that leaves the page’s folder', 'GET /docs/static/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1'],
    ['a file with a null character', 'GET /docs/static/%00 HTTP/1.1'],
    ['a file with a name that is too long', `GET /docs/static/${'x'.repeat(400)} HTTP/1.1`],
    ['a method that the call does not support', 'PUT /usage HTTP/1.1'],
    ['a method that no call supports', 'PROPFIND /usage HTTP/1.1'],
    ['a call with a trailing slash', 'GET /healthz/ HTTP/1.1'],
    ['a call in capital letters', 'GET /HEALTHZ HTTP/1.1'],
  ])('%s', async (_, line) => {
    const answer = await sendRaw([line, 'Host: localhost', 'Connection: close']);
    expect(answer.status).toBe(404);
    expect(messagesOf(answer)).toEqual([FAILURES['not-found'].message]);
  });

  test.each([
    ['something other than HTTP', ['\u0000\u0001']],
    ['an unknown verb', ['FOO / HTTP/1.1', 'Host: localhost']],
    ['a null character in a header', ['GET / HTTP/1.1', 'Host: localhost', 'X: a\u0000b']],
    ['two lengths', ['POST /track HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Content-Length: 3']],
    ['an invalid length', ['POST /track HTTP/1.1', 'Host: localhost', 'Content-Length: x']],
    [
      'both a length and chunks, which can trick proxies',
      ['POST /track HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    ],
  ])('%s', async (_, lines) => {
    const answer = await sendRaw(lines);
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toEqual([FAILURES['malformed-body'].message]);
  });

  test('headers that are too long', async () => {
    const answer = await sendRaw(['GET /healthz HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(20_000)}`]);
    expect(answer.status).toBe(431);
    expect(messagesOf(answer)).toEqual([FAILURES['body-too-large'].message]);
  });
});

test.each([
  ['has changed', 'If-Match', '"another"', 'precondition-failed'],
  ['lacks the requested range', 'Range', 'bytes=99999999-', 'range-not-satisfiable'],
] as const)('A file that %s is refused with an explanation', async (_, name, value, failure) => {
  const response = await fetch(`${server.url}/docs/static/index.css`, { headers: { [name]: value } });
  expect(response.status).toBe(FAILURES[failure].status);
  expect(await response.json()).toEqual({ errors: [FAILURES[failure].message] });
});

describe('Bodies are JSON', () => {
  test.each([
    ['text', 'Content-Type: text/plain', '{}', 'unsupported-media-type'],
    [
      'a form, which other sites may send',
      'Content-Type: application/x-www-form-urlencoded',
      'a=b',
      'unsupported-media-type',
    ],
    ['no type', 'X-Type: none', '{}', 'unsupported-media-type'],
    ['an invalid type', 'Content-Type: ;;;', '{}', 'unsupported-media-type'],
    ['incomplete JSON', JSON_TYPE, '{"event":', 'malformed-body'],
    ['an attempt to set the prototype', JSON_TYPE, '{"__proto__":{"isAdmin":true}}', 'malformed-body'],
    [
      'an attempt to set the constructor',
      JSON_TYPE,
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      'malformed-body',
    ],
    ['a body that is too large', JSON_TYPE, JSON.stringify({ event: 'x'.repeat(300_000) }), 'body-too-large'],
  ] as const)('%s is refused', async (_, type, body, failure) => {
    const answer = await post(track.path, [type], body);
    expect(answer.status).toBe(FAILURES[failure].status);
    expect(messagesOf(answer)).toEqual([FAILURES[failure].message]);
  });

  test('a declared length that is too large is refused before the body is read', async () => {
    const lines = ['POST /usage HTTP/1.1', 'Host: localhost', JSON_TYPE, 'Content-Length: 999999999'];
    const answer = await sendRaw(lines, '{');
    expect(answer.status).toBe(413);
  });

  test('a call may have a lower size limit than others', async () => {
    const body = JSON.stringify({ entries: ['x'.repeat(20_000)] });
    expect((await post(track.path, [JSON_TYPE], body)).status).toBe(413);
    expect((await post(reportUsage.path, [JSON_TYPE, `Authorization: Bearer ${token}`], body)).status).toBe(200);
  });

  test.each(['', '  ', '{}', '[]', '{"entries":{}}'])(
    'a call that needs no body accepts none or any (%j)',
    async (body) => {
      const answer = await post('/auth/generate-setup-token', [JSON_TYPE, `Authorization: Bearer ${token}`], body);
      expect(answer.status).toBe(200);
    },
  );

  test('a very deeply nested entry is rejected', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const answer = await post(reportUsage.path, [JSON_TYPE, `Authorization: Bearer ${token}`], `{"entries":[${deep}]}`);
    expect(JSON.parse(answer.body)).toMatchObject({ data: { accepted: 0, rejected: [{ id: null }] } });
  });
});

describe('Browsers', () => {
  async function preflight(method: string, origin = SITE): Promise<Headers> {
    const response = await fetch(`${server.url}/account`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(response.status).toBe(204);
    return response.headers;
  }

  test.each(['GET', 'POST', 'DELETE'])('let the site make calls, with cookies (%s)', async (method) => {
    const headers = await preflight(method);
    expect(headers.get('access-control-allow-origin')).toBe(SITE);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  });

  test.each(['https://evil.example', 'http://localhost:3001', 'null'])(
    'do not let other sites read responses (%s)',
    async (origin) => {
      expect((await preflight('POST', origin)).get('access-control-allow-origin')).toBe(SITE);
      const { headers } = await fetch(`${server.url}/healthz`, { headers: { Origin: origin } });
      expect(headers.get('access-control-allow-origin')).toBe(SITE);
    },
  );

  test('let the site read Retry-After', async () => {
    const { headers } = await fetch(`${server.url}/healthz`, { headers: { Origin: SITE } });
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
  });

  test.each(['/healthz', '/auth/me', '/nowhere'])(
    'neither render responses as pages nor cache them (%s)',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none';frame-ancestors 'none'"),
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-site',
      });
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );

  test('are told to stay on HTTPS in production', async () => {
    const production = await startTestServer({ config: { isProduction: true } });
    onTestFinished(() => production.close());
    const { headers } = await fetch(`${production.url}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

test('A request gets an id from us, whatever id the client sends', async () => {
  const headers = { 'X-Request-Id': 'mine', 'Request-Id': 'mine' };
  const ask = async () => (await server.call(getHealth, {}, { headers })).headers.get('x-request-id');
  const id = await ask();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await ask()).not.toBe(id);
});

test('If a request has two tokens, only the first counts', async () => {
  const lines = ['GET /auth/me HTTP/1.1', 'Host: localhost', 'Connection: close'];
  const answer = await sendRaw([...lines, `Authorization: Bearer ${token}`, 'Authorization: Bearer other']);
  expect(answer.status).toBe(200);
  expect((await sendRaw([...lines, 'Authorization: Bearer other', `Authorization: Bearer ${token}`])).status).toBe(401);
});
