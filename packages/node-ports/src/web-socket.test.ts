import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createNodeTransport } from './node-transport.ts';
import { TEST_CERTIFICATE } from './testing/certificate.ts';
import { listen, pieceToArrive } from './testing/servers.ts';
import { SocketLog } from './testing/socket-log.ts';

const transport = createNodeTransport({ proxyEnvironment: {}, certificates: () => [TEST_CERTIFICATE.cert] });

function connect(url: string, headers: Record<string, string> = {}) {
  const log = new SocketLog();
  const socket = transport.connect({ url, headers }, log);
  expect(log.heard, 'heard during connect()').toEqual([]);
  return { socket, log };
}

/** Starts a server whose next connection is played by the test. */
async function startServer(server: http.Server | https.Server = http.createServer()) {
  const webSockets = new WebSocketServer({ server });
  const scheme = server instanceof https.Server ? 'wss' : 'ws';
  const url = `${scheme}://127.0.0.1:${await listen(server)}/listen?a=1`;
  const connection = once(webSockets, 'connection').then(([peer, request]) => ({
    peer: peer as WebSocket,
    request: request as http.IncomingMessage,
  }));
  return { url, connection };
}

test('Text and bytes are sent and received complete and in order', async () => {
  const { url, connection } = await startServer();
  const { socket, log } = connect(url);
  const { peer } = await connection;
  peer.on('message', (data, isBinary) => peer.send(data, { binary: isBinary }));
  await log.nth(1);
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index);
  const sent = bytes.slice();
  socket.send('grüße');
  socket.send(sent);
  expect(await log.nth(3)).toEqual(Buffer.from(bytes));
  expect(log.heard.slice(0, 2)).toEqual(['open', 'grüße']);
  expect(sent, 'what was sent is left as it was').toEqual(bytes);
});

test('The request has the path, query and headers given, and offers no compression', async () => {
  const { url, connection } = await startServer();
  connect(url, { Authorization: 'Bearer key' });
  const { request } = await connection;
  expect(request.url).toBe('/listen?a=1');
  expect(request.headers).toMatchObject({ authorization: 'Bearer key' });
  expect(request.headers).not.toHaveProperty('sec-websocket-extensions');
});

test('A ping gets a pong; before opening and after the end it does nothing', async () => {
  const { url, connection } = await startServer();
  const { socket, log } = connect(url);
  socket.ping();
  const { peer } = await connection;
  await log.nth(1);
  socket.ping();
  expect(await log.nth(2)).toBe('pong');
  peer.close();
  await log.nth(3);
  socket.ping();
  socket.send('late');
});

test('A refused upgrade is reported with status, headers and the first 4,096 characters of the body', async () => {
  const body = Buffer.from('ü'.repeat(10_000));
  const server = http.createServer(async (_, response) => {
    response.writeHead(401, { 'Retry-After': '7' }).write(body.subarray(0, 1_001));
    await pieceToArrive();
    response.write(body.subarray(1_001));
  });
  const { log } = connect(`ws://127.0.0.1:${await listen(server)}/`);
  expect(await log.nth(1)).toMatchObject({
    type: 'refused',
    status: 401,
    headers: { 'retry-after': '7' },
    body: 'ü'.repeat(4_096),
  });
});

test('A refusal whose body breaks off is reported with what arrived', async () => {
  const port = await listen(
    createServer((connection) => {
      connection.on('error', () => {});
      connection.once('data', () => connection.end('HTTP/1.1 403 No\r\nContent-Length: 100\r\n\r\nhalf'));
    }),
  );
  const { log } = connect(`ws://127.0.0.1:${port}/`);
  expect(await log.nth(1)).toMatchObject({ type: 'refused', status: 403, body: 'half' });
});

test('A redirect is reported as a refusal, and not followed', async () => {
  const requested: unknown[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url);
    response.writeHead(302, { Location: '/elsewhere' }).end();
  });
  const { log } = connect(`ws://127.0.0.1:${await listen(server)}/here`);
  expect(await log.nth(1)).toMatchObject({ type: 'refused', status: 302 });
  expect(requested).toEqual(['/here']);
});

test.each([
  { code: 1011, reason: 'NET-0001' },
  { code: undefined, reason: '' },
])('A close frame from the server is reported with its code, $code', async ({ code, reason }) => {
  const { url, connection } = await startServer();
  const { log } = connect(url);
  const { peer } = await connection;
  peer.close(code, reason);
  await once(peer, 'close');
  expect(await log.nth(2)).toEqual({ type: 'closed', code: code ?? 1005, reason });
  expect(log.heard).toHaveLength(2);
});

test('A broken connection is reported as one failure', async () => {
  const { url, connection } = await startServer();
  const { log } = connect(url);
  const { peer } = await connection;
  await log.nth(1);
  peer.terminate();
  expect(await log.nth(2)).toMatchObject({ type: 'failed', failure: { message: 'The connection broke.' } });
  expect(log.heard).toHaveLength(2);
});

test('A message over 16 MiB is reported as one failure', async () => {
  const { url, connection } = await startServer();
  const { log } = connect(url);
  const { peer } = await connection;
  peer.on('error', () => {});
  peer.send(new Uint8Array(16 * 1024 * 1024 + 1));
  await once(peer, 'close');
  expect(await log.nth(2)).toMatchObject({ type: 'failed', failure: { code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' } });
  expect(log.heard).toHaveLength(2);
});

test('A host that refuses the connection is a failure', async () => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  const { log } = connect(`ws://127.0.0.1:${port}/`);
  expect(await log.nth(1)).toMatchObject({
    type: 'failed',
    failure: { code: 'ECONNREFUSED', message: 'The host refused the connection.' },
  });
});

test.each(['sk-line\nbreak', 'sk-ключ'])(
  'A key that is not valid in a header is a failure that does not contain the key: %j',
  async (key) => {
    const { log } = connect('ws://127.0.0.1:9/', { Authorization: `Bearer ${key}` });
    expect(await log.nth(1)).toMatchObject({ type: 'failed', failure: { code: 'ERR_INVALID_CHAR' } });
    expect(JSON.stringify(log.heard)).not.toContain('sk-');
  },
);

test.each(['', 'ws://', 'nonsense', 'ftp://127.0.0.1/', 'ws://127.0.0.1:99999/', 'ws://127.0.0.1/#fragment'])(
  'The address %j is a failure',
  async (url) => {
    const { socket, log } = connect(url);
    expect(await log.nth(1)).toMatchObject({ type: 'failed' });
    socket.send('late');
    socket.close();
    socket.terminate();
    expect(socket.bufferedBytes).toBe(0);
  },
);

test('close() ends the connection normally for the server, and the listener is not called again', async () => {
  const { url, connection } = await startServer();
  const { socket, log } = connect(url);
  const { peer } = await connection;
  await log.nth(1);
  peer.send('in flight');
  socket.close();
  const [code] = await once(peer, 'close');
  expect(code).toBe(1000);
  expect(log.heard).toEqual(['open']);
});

test.each(['close', 'terminate'] as const)('%s() while connecting aborts without calling the listener', async (end) => {
  const server = createServer();
  const port = await listen(server);
  const { socket, log } = connect(`ws://127.0.0.1:${port}/`);
  const [peer] = (await once(server, 'connection')) as [Socket];
  peer.on('error', () => {});
  peer.resume();
  socket[end]();
  await once(peer, 'close');
  expect(log.heard).toEqual([]);
});

test.each([
  ['TCP', () => http.createServer()],
  ['TLS', () => https.createServer(TEST_CERTIFICATE)],
])('terminate() drops data that was sent but has not left this machine, over %s', async (_, createHttpServer) => {
  const { url, connection } = await startServer(createHttpServer());
  const { socket, log } = connect(url);
  const { request } = await connection;
  await log.nth(1);
  request.socket.pause();
  const piece = new Uint8Array(1024 * 1024);
  let sentBytes = 0;
  while (socket.bufferedBytes < piece.length && sentBytes < 64 * piece.length) {
    socket.send(piece);
    sentBytes += piece.length;
    await new Promise(setImmediate);
  }
  const error = new Promise((resolve) => request.socket.on('error', resolve));
  socket.terminate();
  request.socket.resume();
  expect(await error).toMatchObject({ code: 'ECONNRESET' });
  expect(request.socket.bytesRead).toBeLessThan(sentBytes);
  expect(log.heard).toEqual(['open']);
});

test('A certificate from an unknown authority is a failure', async () => {
  const { url } = await startServer(https.createServer(TEST_CERTIFICATE));
  const log = new SocketLog();
  createNodeTransport({ proxyEnvironment: {} }).connect({ url, headers: {} }, log);
  expect(await log.nth(1)).toMatchObject({
    type: 'failed',
    failure: { message: 'The certificate of the host is not trusted.' },
  });
});

test('The certificates are loaded once, on the first secure connection', async () => {
  const certificates = vi.fn(() => [TEST_CERTIFICATE.cert]);
  const counted = createNodeTransport({ proxyEnvironment: {}, certificates });
  for (const [server, readings] of [
    [http.createServer(), 0],
    [https.createServer(TEST_CERTIFICATE), 1],
    [https.createServer(TEST_CERTIFICATE), 1],
  ] as const) {
    const { url } = await startServer(server);
    const log = new SocketLog();
    counted.connect({ url, headers: {} }, log);
    expect(await log.nth(1)).toBe('open');
    expect(certificates).toHaveBeenCalledTimes(readings);
  }
});
