import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { type HttpRequest, NetworkFailure } from '@workspace/speech/transport';
import { expect, test } from 'vitest';
import { createNodeTransport } from './node-transport.ts';
import { TEST_CERTIFICATE } from './testing/certificate.ts';
import { listen, pieceToArrive } from './testing/servers.ts';

/** Creates a transport with its own connections. */
function newTransport() {
  return createNodeTransport({ proxyEnvironment: {}, certificates: () => [TEST_CERTIFICATE.cert] });
}

function get(url: string, headers: Record<string, string> = {}): HttpRequest {
  return { method: 'GET', url, headers };
}

async function startServer(onRequest: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(http.createServer(onRequest))}/`;
}

/** Starts a server below HTTP: the test handles the raw connections. */
async function startRawServer(onConnection: (connection: Socket) => void): Promise<string> {
  const server = createServer((connection) => {
    connection.on('error', () => {});
    onConnection(connection);
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

test('The response has the status, headers and body that the server sent', async () => {
  const url = await startServer((request, response) => {
    response.writeHead(418, { 'X-Seen': String(request.headers['x-sent']), 'Set-Cookie': ['a', 'b'] });
    response.end('short and stout');
  });
  const response = await newTransport().request(get(url, { 'X-Sent': 'yes' })).response;
  expect(response).toMatchObject({ status: 418, headers: { 'x-seen': 'yes', 'set-cookie': 'a, b' } });
  expect(await text(response.body)).toBe('short and stout');
});

test('A large form arrives complete, with its content length, and its upload is reported piece by piece', async () => {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251);
  const received = Promise.withResolvers<{ form: FormData; announced: number; length: number }>();
  const url = await startServer(async (request, response) => {
    const body = await buffer(request);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    received.resolve({
      form: await new Response(body, { headers }).formData(),
      announced: Number(request.headers['content-length']),
      length: body.length,
    });
    response.end();
  });
  const form = [
    { name: 'model', value: 'whisper-1' },
    { name: 'file', fileName: 'audio.wav', contentType: 'audio/wav', bytes },
  ];
  let piecesSent = 0;
  const { response } = newTransport().request({ method: 'POST', url, headers: {}, form }, () => {
    piecesSent += 1;
  });
  expect((await response).status).toBe(200);
  expect(piecesSent).toBeGreaterThan(bytes.length / 65_536);
  const { form: decoded, announced, length } = await received.promise;
  expect(announced).toBe(length);
  expect(decoded.get('model')).toBe('whisper-1');
  expect(Buffer.compare(await (decoded.get('file') as File).bytes(), bytes)).toBe(0);
});

test('A character split between chunks is decoded correctly', async () => {
  const url = await startServer(async (_, response) => {
    for (const byte of Buffer.from('für €5 👍')) {
      response.write(Buffer.of(byte));
      await pieceToArrive();
    }
    response.end();
  });
  expect(await text((await newTransport().request(get(url)).response).body)).toBe('für €5 👍');
});

test('A redirect is not followed', async () => {
  let requests = 0;
  const url = await startServer((_, response) => {
    requests += 1;
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  expect((await newTransport().request(get(url)).response).status).toBe(307);
  expect(requests).toBe(1);
});

test('A connection that breaks before the response is a failure, without a retry', async () => {
  let connections = 0;
  const url = await startRawServer((connection) => {
    connections += 1;
    connection.once('data', () => connection.resetAndDestroy());
  });
  await expect(newTransport().request(get(url)).response).rejects.toThrow('The connection broke.');
  expect(connections).toBe(1);
});

test('A body that breaks off yields what arrived, then throws', async () => {
  const url = await startRawServer((connection) => {
    connection.once('data', () => connection.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
  });
  const { body } = await newTransport().request(get(url)).response;
  const pieces: string[] = [];
  const reading = (async () => {
    for await (const piece of body) pieces.push(piece);
  })();
  await expect(reading).rejects.toThrow(NetworkFailure);
  expect(pieces.join('')).toBe('half');
});

test('A response that is not HTTP is a failure', async () => {
  const url = await startRawServer((connection) => connection.end('SSH-2.0-server\r\n'));
  await expect(newTransport().request(get(url)).response).rejects.toThrow('The host broke the protocol.');
});

test.each(['sk-line\nbreak', 'sk-ключ'])(
  'A key that is not valid in a header is a failure that does not contain the key: %j',
  async (key) => {
    const { response } = newTransport().request(get('http://127.0.0.1:9/', { Authorization: `Bearer ${key}` }));
    const failure = await response.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NetworkFailure);
    expect(String(failure)).not.toContain('sk-');
  },
);

test.each(['', 'http://', 'nonsense', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/'])(
  'The address %j is a failure',
  async (url) => {
    const exchange = newTransport().request(get(url));
    await expect(exchange.response).rejects.toThrow(NetworkFailure);
    exchange.cancel();
  },
);

test('Canceling before the response resets the connection and rejects', async () => {
  const seen = Promise.withResolvers<Socket>();
  const url = await startRawServer((connection) => connection.once('data', () => seen.resolve(connection)));
  const exchange = newTransport().request(get(url));
  const connection = await seen.promise;
  const error = once(connection, 'error');
  exchange.cancel();
  await expect(exchange.response).rejects.toThrow('The request was cancelled.');
  expect(await error).toMatchObject([{ code: 'ECONNRESET' }]);
});

test('Canceling before the connection is made rejects', async () => {
  const exchange = newTransport().request(get('http://127.0.0.1:9/'));
  exchange.cancel();
  await expect(exchange.response).rejects.toThrow('The request was cancelled.');
});

test('A canceled exchange whose response is ignored causes no unhandled rejection', async () => {
  newTransport().request(get('http://127.0.0.1:9/')).cancel();
  await pieceToArrive();
});

test('Canceling during the body makes reading it fail', async () => {
  const url = await startServer((_, response) => {
    response.write('first');
  });
  const exchange = newTransport().request(get(url));
  const body = (await exchange.response).body[Symbol.asyncIterator]();
  expect(await body.next()).toEqual({ done: false, value: 'first' });
  const rest = body.next();
  exchange.cancel();
  await expect(rest).rejects.toThrow(NetworkFailure);
});

test('A connection is reused for the next request, even if the completed exchange is canceled meanwhile', async () => {
  const connections = new Set<unknown>();
  const url = await startServer((request, response) => {
    connections.add(request.socket);
    response.end('done');
  });
  const transport = newTransport();
  const first = transport.request(get(url));
  expect(await text((await first.response).body)).toBe('done');
  const second = transport.request(get(url));
  first.cancel();
  expect(await text((await second.response).body)).toBe('done');
  expect(connections.size).toBe(1);
});

test('A request on a reused connection that the server just closed is retried on a new one', async () => {
  const requests: number[] = [];
  let connections = 0;
  const url = await startRawServer((connection) => {
    connections += 1;
    const number = connections;
    connection.on('data', () => {
      requests.push(number);
      if (requests.length === 2) connection.resetAndDestroy();
      else connection.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  const transport = newTransport();
  expect(await text((await transport.request(get(url)).response).body)).toBe('ok');
  expect(await text((await transport.request(get(url)).response).body)).toBe('ok');
  expect(requests).toEqual([1, 1, 2]);
});

test('HTTPS works, and verifies certificates', async () => {
  const port = await listen(https.createServer(TEST_CERTIFICATE, (_, response) => response.end('secure')));
  const url = `https://127.0.0.1:${port}/`;
  expect(await text((await newTransport().request(get(url)).response).body)).toBe('secure');
  const suspicious = createNodeTransport({ proxyEnvironment: {} });
  await expect(suspicious.request(get(url)).response).rejects.toThrow('The certificate of the host is not trusted.');
});
