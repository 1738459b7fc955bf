import { expect, test } from 'vitest';
import { type Destination, type ProxyEnvironment, proxyFor } from './proxy-environment.ts';

const BOTH: ProxyEnvironment = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:2' };

function destination(host: string, port = 443, isSecure = true): Destination {
  return { host, port, isSecure };
}

test('Without an environment variable, no proxy is used', () => {
  expect(proxyFor(destination('example.com'), {})).toBeUndefined();
  expect(proxyFor(destination('example.com'), { HTTPS_PROXY: '' })).toBeUndefined();
});

test('Encrypted and unencrypted connections have a variable each', () => {
  expect(proxyFor(destination('example.com'), BOTH)?.host).toBe('secure:1');
  expect(proxyFor(destination('example.com', 80, false), BOTH)?.host).toBe('plain:2');
});

test('Lowercase variable names take precedence', () => {
  expect(proxyFor(destination('example.com'), { ...BOTH, https_proxy: 'http://lower:3' })?.host).toBe('lower:3');
  const environment = { ...BOTH, no_proxy: 'other.com', NO_PROXY: 'example.com' };
  expect(proxyFor(destination('example.com'), environment)).toBeDefined();
});

test('An address without a scheme means an HTTP proxy', () => {
  expect(proxyFor(destination('example.com'), { HTTPS_PROXY: 'proxy.corp:3128' })?.href).toBe(
    'http://proxy.corp:3128/',
  );
});

test.each(['socks5://proxy:1080', 'http://', 'not an address'])('The proxy %j is a failure in plain words', (proxy) => {
  expect(() => proxyFor(destination('example.com'), { HTTPS_PROXY: proxy })).toThrow(
    "isn't the address of an HTTP proxy",
  );
});

test.each(['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', '127.0.0.1', '127.8.9.10', '::1'])(
  'The loopback host %s bypasses the proxy',
  (host) => {
    expect(proxyFor(destination(host), BOTH)).toBeUndefined();
  },
);

test.each([
  ['*', 'example.com', true],
  ['example.com', 'example.com', true],
  ['EXAMPLE.com', 'example.com', true],
  ['example.com', 'api.example.com', true],
  ['.example.com', 'api.example.com', true],
  ['.example.com', 'example.com', true],
  ['*.example.com', 'api.example.com', true],
  ['example.com', 'badexample.com', false],
  ['ample.com', 'example.com', false],
  ['example.com:443', 'example.com', true],
  ['example.com:8443', 'example.com', false],
  ['a.com, example.com', 'example.com', true],
  ['a.com example.com', 'example.com', true],
  ['192.168.1.7', '192.168.1.7', true],
  ['192.168.1.7', '192.168.1.70', false],
  ['10.0.0.0/8', '10.20.30.40', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/99', '10.0.0.1', false],
  ['10.0.0.0/8', 'example.com', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::1', 'fd00::1', true],
  ['.', 'example.com', false],
  [',', 'example.com', false],
])('NO_PROXY %j excludes the host %s: %j', (noProxy, host, isExcepted) => {
  expect(proxyFor(destination(host), { ...BOTH, NO_PROXY: noProxy }) === undefined).toBe(isExcepted);
});
