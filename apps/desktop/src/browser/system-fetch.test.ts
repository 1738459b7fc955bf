import { once } from 'node:events';
import http, { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSystemFetch } from './system-fetch.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const servers: Server[] = [];
/** The proxy and the certificates apply to the whole process. */
const restoreProxy = http.setGlobalProxyFromEnv({});
const certificates = getCACertificates();
/** Addresses that the proxy was asked to connect to. */
const asked: string[] = [];
let proxyUrl: string;
let serverUrl: string;

async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  servers.push(server);
  server.listen(0, host.replace(/[[\]]/g, ''));
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  serverUrl = await listen(createServer((_, response) => response.end('{"data":"here"}')));
  const proxy = createServer();
  proxy.on('connect', ({ url }, client) => {
    asked.push(url ?? '');
    const onward = connect(Number(new URL(serverUrl).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  proxyUrl = await listen(proxy);
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  restoreProxy();
  setDefaultCACertificates(certificates);
});

it('uses the proxy from the environment, except for the loopback address', async () => {
  const systemFetch = createSystemFetch({ http_proxy: proxyUrl, NO_PROXY: 'elsewhere.example' });
  expect(await (await systemFetch(`${serverUrl}/healthz`)).json()).toEqual({ data: 'here' });
  expect(asked).toEqual([]);
  expect(await (await systemFetch('http://api.example.com/healthz')).json()).toEqual({ data: 'here' });
  expect(asked).toEqual(['api.example.com:80']);
});

it.runIf(HAS_IPV6)('bypasses the proxy for the IPv6 loopback address too', async () => {
  const url = await listen(
    createServer((_, response) => response.end('direct')),
    '[::1]',
  );
  const systemFetch = createSystemFetch({ http_proxy: proxyUrl });
  expect(await (await systemFetch(url)).text()).toBe('direct');
});

it('accepts a proxy address without a scheme, as other programs do', async () => {
  const systemFetch = createSystemFetch({ http_proxy: new URL(proxyUrl).host });
  expect(await (await systemFetch('http://api.example.org/healthz')).json()).toEqual({ data: 'here' });
  expect(asked.at(-1)).toBe('api.example.org:80');
});

it('never bypasses a proxy that it can’t use', async () => {
  const systemFetch = createSystemFetch({ http_proxy: 'ftp://127.0.0.1' });
  for (const _ of ['at first', 'later']) {
    await expect(systemFetch('http://127.0.0.2:9/')).rejects.toMatchObject({ name: 'NetworkFailure' });
  }
});
