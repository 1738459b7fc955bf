import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { PageFile } from '../pages/window-pages.ts';
import { APP_SCHEME, isAppUrl, pageUrl, servePages } from './app-protocol.ts';
import { FakeSession } from './testing/fake-session.ts';

const PAGES = new Map<string, PageFile>([
  ['/hud/', { type: 'text/html; charset=utf-8', content: Buffer.from('<!doctype html>') }],
  ['/assets/index.js', { type: 'text/javascript; charset=utf-8', content: Buffer.from('export {};') }],
  ['/assets/%2e%2e.txt', { type: 'application/octet-stream', content: Buffer.from('odd name') }],
]);

let session: FakeSession;

async function ask(url: string, options: RequestInit = {}) {
  const response = await session.load(url, options);
  return { status: response?.status, headers: response?.headers, body: await response?.text() };
}

beforeEach(() => {
  session = new FakeSession();
  servePages(session.asSession.protocol, Promise.resolve(PAGES));
});

test('Files are served with their content type', async () => {
  expect(await ask(pageUrl('hud'))).toMatchObject({ status: 200, body: '<!doctype html>' });
  const script = await ask('app://windows/assets/index.js');
  expect(script.headers?.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await ask(pageUrl('hud'), { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

test('Every response forbids loading from elsewhere, type sniffing and caching', async () => {
  for (const url of [pageUrl('hud'), 'app://windows/nowhere']) {
    const { headers } = await ask(url);
    expect(headers?.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(headers?.get('content-security-policy')).toContain("connect-src 'self';");
    expect(headers?.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:|ws:/);
    expect(headers?.get('x-content-type-options')).toBe('nosniff');
    expect(headers?.get('cache-control')).toBe('no-store');
  }
});

test.each([
  'app://windows/',
  'app://windows',
  'app://windows/hud',
  'app://windows/hud/index.html',
  'app://windows/hud/?a',
  'app://windows//hud/',
  'app://windows/hud/../hud/',
  'app://windows/assets/../../secrets.json',
  'app://windows/%2e%2e/secrets.json',
  'app://elsewhere/hud/',
  'app://windowz/hud/',
  'app://windows.example/hud/',
  'app://windows:1/hud/',
  'app://user@windows/hud/',
  'app:/hud/',
  'app:///etc/passwd',
])('%s is not found', async (url) => {
  expect(await ask(url)).toMatchObject({ status: 404, body: '' });
});

test('POST is not allowed', async () => {
  expect(await ask(pageUrl('hud'), { method: 'POST' })).toMatchObject({ status: 405, body: '' });
});

test('Only listed files are served, unchanged, whatever is requested', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      'hud',
      'assets',
      'index.js',
      '..',
      '.',
      '%2e%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      '\\',
      '',
      'etc',
      '?',
      '#',
      '\0',
    ),
    fc.string({ maxLength: 5 }),
  );
  const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(path, fc.constantFrom(...PAGES.keys())), async (asked) => {
      const { status, body } = await ask(`app://windows${asked}`);
      expect([status, body]).toEqual(PAGES.has(asked) ? [200, String(PAGES.get(asked)?.content)] : [404, '']);
    }),
  );
});

test('The scheme is a secure origin without unnecessary privileges', () => {
  expect(APP_SCHEME).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true },
  });
  expect(isAppUrl('app://windows/hud/')).toBe(true);
  for (const url of ['app://windows.example/', 'app://other/', 'https://windows/', 'xapp://windows/', 'file:///'])
    expect(isAppUrl(url)).toBe(false);
});
