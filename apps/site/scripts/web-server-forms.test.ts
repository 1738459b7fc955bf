import { expect, test } from 'vitest';
import { caddyForm, nginxForm } from './web-server-forms.ts';

const FORM = {
  siteUrl: 'https://example.com',
  pages: [
    { paths: ['/'], file: 'index.html', policy: 'policy of home' },
    { paths: ['/login', '/app'], file: '__spa-fallback.html', policy: 'policy of the app' },
  ],
  notFound: { paths: ['/404'], file: '404/index.html', policy: 'policy of 404' },
  files: ['/robots.txt', '/favicon.svg'],
  workers: [{ path: '/assets/hear.worker-1a2b.js', policy: 'policy of the worker' }],
};

/** Returns the lines of the block that starts with this line. */
function block(form: string, start: string): string[] {
  const [, rest = ''] = form.split(`\n${start}\n`);
  return (rest.split('\n}')[0] ?? '').split('\n').map((line) => line.trim());
}

test.each([
  ['/', 'index.html', 'policy of home'],
  ['/login', '__spa-fallback.html', 'policy of the app'],
  ['/app', '__spa-fallback.html', 'policy of the app'],
])('nginx serves %s with its page and policy', (path, file, policy) => {
  expect(block(nginxForm(FORM), `location = ${path} {`)).toEqual(
    expect.arrayContaining([
      `add_header Content-Security-Policy "${policy}" always;`,
      'add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;',
      'add_header Cache-Control "no-cache" always;',
      `try_files /${file} =404;`,
    ]),
  );
});

test('nginx serves the 404 page for unknown paths', () => {
  const form = nginxForm(FORM);
  expect(form).toContain('error_page 404 /404/index.html;');
  expect(block(form, 'location / {')).toEqual(['return 404;']);
  expect(block(form, 'location = /404/index.html {')).toContain('internal;');
});

test('nginx serves files only at their own paths', () => {
  const locations = [...nginxForm(FORM).matchAll(/^location (.+) \{$/gm)].map(([, match]) => match);
  expect(locations).toEqual([
    '= /404/index.html',
    '= /',
    '= /login',
    '= /app',
    '= /robots.txt',
    '= /favicon.svg',
    '= /assets/hear.worker-1a2b.js',
    '/assets/',
    '/',
  ]);
});

test('Caddy serves pages with their policies, and the 404 page for unknown paths', () => {
  const form = caddyForm(FORM);
  expect(form).toContain('@page1 path /login /app\n');
  expect(block(form, 'handle @page1 {')).toEqual(
    expect.arrayContaining(['header Content-Security-Policy "policy of the app"', 'rewrite * /__spa-fallback.html']),
  );
  expect(block(form, 'handle {')).toEqual(['error 404']);
  expect(block(form, 'handle_errors {')).toEqual(
    expect.arrayContaining(['header Content-Security-Policy "policy of 404"', 'rewrite * /404/index.html']),
  );
});

test('a worker is served with its own policy and cached like every asset', () => {
  const path = '/assets/hear.worker-1a2b.js';
  expect(block(nginxForm(FORM), `location = ${path} {`)).toEqual(
    expect.arrayContaining([
      'add_header Content-Security-Policy "policy of the worker" always;',
      'add_header Cache-Control "public, max-age=31536000, immutable" always;',
    ]),
  );
  expect(block(caddyForm(FORM), `handle ${path} {`)).toEqual(
    expect.arrayContaining([
      'header Content-Security-Policy "policy of the worker"',
      'header Cache-Control "public, max-age=31536000, immutable"',
      'file_server {',
    ]),
  );
});
