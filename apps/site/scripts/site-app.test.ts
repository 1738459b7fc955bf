import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from './compress-files.ts';
import { createSiteApp } from './site-app.ts';

const LONG = 'a'.repeat(2_000);
const FILES = {
  'client/index.html': `<h1>Home</h1>${LONG}`,
  'client/privacy/index.html': '<h1>Privacy</h1>',
  'client/404/index.html': `<h1>Page Not Found</h1>${LONG}`,
  'client/__spa-fallback.html': '<h1>App</h1>',
  'client/assets/root-Ab12.js': `run("${LONG}")`,
  'client/assets/hear.worker-Cd34.js': 'hear()',
  'client/robots.txt': 'User-agent: *',
  'client/.vite/manifest.json': '{}',
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  compressFiles(join(folder, 'client'));
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages('http://localhost:3000')));
  app = await createSiteApp(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function pages(siteUrl: string) {
  return {
    siteUrl,
    pages: [
      { paths: ['/'], file: 'index.html', policy: 'policy of home' },
      { paths: ['/privacy'], file: 'privacy/index.html', policy: 'policy of privacy' },
      { paths: ['/login', '/app/settings'], file: '__spa-fallback.html', policy: 'policy of the app' },
    ],
    notFound: { paths: ['/404'], file: '404/index.html', policy: 'policy of 404' },
    workers: [{ path: '/assets/hear.worker-Cd34.js', policy: 'policy of the worker' }],
  };
}

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: 'localhost:3000', ...headers } });
}

describe('pages', () => {
  test.each([
    ['/', 'Home', 'policy of home'],
    ['/?utm_source=mail', 'Home', 'policy of home'],
    ['/privacy', 'Privacy', 'policy of privacy'],
    ['/login', 'App', 'policy of the app'],
    ['/app/settings', 'App', 'policy of the app'],
  ])('%s is served with its page and policy', async (url, title, policy) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('microphone=(self)'),
    });
  });

  test('a trailing slash redirects to the path without it', async () => {
    const { statusCode, headers } = await get('/privacy/?a=b');
    expect([statusCode, headers.location]).toEqual([308, '/privacy?a=b']);
  });
});

describe('unknown paths', () => {
  test.each([
    '/404',
    '/unknown',
    '/app/unknown',
    '/index.html',
    '/privacy/index.html',
    '/__spa-fallback.html',
    '/index.html.br',
    '/assets/root-Ab12.js.br',
    '/assets/',
    '/.vite/manifest.json',
    '/pages.json',
    '/../pages.json',
    '/%2e%2e/pages.json',
    '//example.com/',
  ])('%s gets the 404 page with status 404', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).toContain('Page Not Found');
    expect(headers['content-security-policy']).toBe('policy of 404');
  });

  test('the 404 page is always sent in full', async () => {
    const first = await get('/unknown');
    const again = await get('/unknown', { 'if-modified-since': new Date().toUTCString(), range: 'bytes=0-1' });
    expect(first.headers).not.toHaveProperty('etag');
    expect([again.statusCode, again.body]).toEqual([404, first.body]);
  });

  test('other methods get status 404', async () => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/', headers: { host: 'localhost:3000' } });
    expect(statusCode).toBe(404);
  });
});

describe('files', () => {
  test('with a hash in their names are cached forever, others for an hour', async () => {
    expect((await get('/assets/root-Ab12.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('of a worker have their own policy and are cached forever', async () => {
    expect((await get('/assets/hear.worker-Cd34.js')).headers).toMatchObject({
      'content-security-policy': 'policy of the worker',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get('/assets/root-Ab12.js')).headers).not.toHaveProperty('content-security-policy');
  });

  test('that the browser already has get status 304', async () => {
    const { headers } = await get('/robots.txt');
    const { statusCode, body } = await get('/robots.txt', { 'if-none-match': String(headers.etag) });
    expect([statusCode, body]).toEqual([304, '']);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are compressed with %s if the client accepts it', async (encoding, decompress) => {
    const { headers, rawPayload } = await get('/assets/root-Ab12.js', { 'accept-encoding': encoding });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect(decompress(rawPayload).toString()).toBe(FILES['client/assets/root-Ab12.js']);
    expect(rawPayload.length).toBeLessThan(200);
  });

  test('are uncompressed otherwise', async () => {
    const { headers, body } = await get('/assets/root-Ab12.js');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body).toBe(FILES['client/assets/root-Ab12.js']);
  });
});

test.each(['127.0.0.1', '[::1]'])('requests to %s are redirected to localhost', async (host) => {
  const { statusCode, headers } = await get('/privacy?a=b&c', { host: `${host}:4000` });
  expect([statusCode, headers.location]).toEqual([307, 'http://localhost:4000/privacy?a=b&c']);
});

test('HSTS is sent only if the site URL is https', async () => {
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages('https://example.com')));
  const secure = await createSiteApp(folder);
  const { headers } = await secure.inject({ url: '/', headers: { host: 'example.com' } });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});
