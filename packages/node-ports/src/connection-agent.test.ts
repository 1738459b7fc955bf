import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Transport } from '@workspace/speech/transport';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createNodeTransport } from './node-transport.ts';
import { TEST_CERTIFICATE } from './testing/certificate.ts';
import { listen, startProxy } from './testing/servers.ts';
import { SocketLog } from './testing/socket-log.ts';

/** Starts a server that answers requests and accepts WebSockets. Returns its port. */
function startServer(server: http.Server): Promise<number> {
  server.on('request', (_, response) => response.end('reached'));
  new WebSocketServer({ server });
  return listen(server);
}

function transportThrough(proxy: string): Transport {
  return createNodeTransport({
    proxyEnvironment: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy },
    certificates: () => [TEST_CERTIFICATE.cert],
  });
}

function request(transport: Transport, url: string) {
  return transport.request({ method: 'GET', url, headers: {} }).response;
}

async function openingOf(transport: Transport, url: string) {
  const log = new SocketLog();
  transport.connect({ url, headers: {} }, log);
  return await log.nth(1);
}

test('Requests and WebSockets go through the proxy, with and without TLS', async () => {
  const plain = await startProxy(await startServer(http.createServer()));
  expect(await request(transportThrough(plain.url), 'http://speech.example:8000/v1')).toMatchObject({ status: 200 });
  expect(await openingOf(transportThrough(plain.url), 'ws://speech.example/v1')).toBe('open');
  expect(plain.destinations).toEqual(['speech.example:8000', 'speech.example:80']);

  const secure = await startProxy(await startServer(https.createServer(TEST_CERTIFICATE)));
  expect(await request(transportThrough(secure.url), 'https://speech.example/v1')).toMatchObject({ status: 200 });
  expect(await openingOf(transportThrough(secure.url), 'wss://speech.example/v1')).toBe('open');
  expect(secure.destinations).toEqual(['speech.example:443', 'speech.example:443']);
});

test('The certificate of a host behind the proxy is verified too', async () => {
  const proxy = await startProxy(await startServer(https.createServer(TEST_CERTIFICATE)));
  await expect(request(transportThrough(proxy.url), 'https://another.example/')).rejects.toThrow(
    'The certificate of the host is not trusted.',
  );
});

test('The proxy itself may require TLS', async () => {
  const port = await startServer(https.createServer(TEST_CERTIFICATE));
  const proxy = await startProxy(port, 200, https.createServer(TEST_CERTIFICATE));
  expect(await request(transportThrough(proxy.url), 'https://speech.example/v1')).toMatchObject({ status: 200 });
  expect(await openingOf(transportThrough(proxy.url), 'wss://speech.example/v1')).toBe('open');
});

test('An IPv6 address is sent to the proxy in brackets', async () => {
  const proxy = await startProxy(await startServer(http.createServer()));
  await request(transportThrough(proxy.url), 'http://[2001:db8::1]:8000/');
  expect(proxy.destinations).toEqual(['[2001:db8::1]:8000']);
});

test('A tunnel is reused for further requests', async () => {
  const proxy = await startProxy(await startServer(http.createServer()));
  const transport = transportThrough(proxy.url);
  for (let count = 0; count < 2; count += 1) {
    const { body } = await request(transport, 'http://speech.example/');
    expect(await text(body)).toBe('reached');
  }
  expect(proxy.destinations).toHaveLength(1);
});

test("The proxy's credentials are sent to the proxy", async () => {
  const proxy = await startProxy(await startServer(http.createServer()));
  const withCredentials = proxy.url.replace('//', '//user:p%40ss@');
  await request(transportThrough(withCredentials), 'http://speech.example/');
  expect(proxy.authorizations).toEqual([`Basic ${btoa('user:p@ss')}`]);
});

test('Loopback addresses bypass the proxy', async () => {
  const port = await startServer(http.createServer());
  const proxy = await startProxy(port);
  expect(await request(transportThrough(proxy.url), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
  expect(await openingOf(transportThrough(proxy.url), `ws://127.0.0.1:${port}/`)).toBe('open');
  expect(proxy.destinations).toEqual([]);
});

test('A refusal by the proxy is a failure', async () => {
  const { url } = await startProxy(0, 407);
  const failure = { message: 'The proxy refused the connection with status 407.', code: 'PROXY_REFUSED' };
  await expect(request(transportThrough(url), 'https://speech.example/')).rejects.toMatchObject(failure);
  expect(await openingOf(transportThrough(url), 'wss://speech.example/')).toMatchObject({ type: 'failed', failure });
});

test('A proxy that does not answer times out after 10 seconds, and its connection is closed', async () => {
  // Other timers, such as those of sockets, stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const transport = transportThrough(`http://127.0.0.1:${await listen(server)}`);
  const response = request(transport, 'https://speech.example/');
  const [connection]: Socket[] = await once(server, 'connection');
  const ended = once(connection!.resume(), 'close');
  vi.advanceTimersByTime(9_999);
  expect(await Promise.race([response, setImmediate('waiting')])).toBe('waiting');
  vi.advanceTimersByTime(1);
  await expect(response).rejects.toMatchObject({ message: 'The proxy did not answer.', code: 'PROXY_TIMEOUT' });
  await ended;
});

test('A proxy of an unsupported kind is a failure', async () => {
  const transport = transportThrough('socks5://127.0.0.1:1080');
  const failure = { code: 'INVALID_PROXY' };
  await expect(request(transport, 'https://speech.example/')).rejects.toMatchObject(failure);
  expect(await openingOf(transport, 'wss://speech.example/')).toMatchObject({ type: 'failed', failure });
});

test('A WebSocket gets a new connection, even if a request has left an idle one', async () => {
  let connections = 0;
  const server = http.createServer().on('connection', () => {
    connections += 1;
  });
  const port = await startServer(server);
  const transport = transportThrough('');
  expect(await text((await request(transport, `http://127.0.0.1:${port}/`)).body)).toBe('reached');
  expect(await openingOf(transport, `ws://127.0.0.1:${port}/`)).toBe('open');
  expect(connections).toBe(2);
});
