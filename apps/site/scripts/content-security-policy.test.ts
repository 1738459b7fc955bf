import { expect, test } from 'vitest';
import { readSiteConfig } from '../app/config.ts';
import { addPolicy, contentSecurityPolicy, headerPolicy, WORKER_POLICY } from './content-security-policy.ts';
import { hashSource } from './inline-code.ts';

const VARIABLES = {
  VITE_API_BASE_URL: 'https://api.example.com/v1',
  VITE_SITE_URL: 'https://example.com',
  VITE_PAYMENT_LINK: 'https://pay.example.com/link',
  VITE_STANDARD_PRICE_ID: 'price_1',
  VITE_STANDARD_UNIT_AMOUNT: '1999',
};
const CONFIG = readSiteConfig(VARIABLES);
const PAGE = '<html><head><meta charSet="utf-8"/><script>theme()</script></head><body></body></html>';

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text.slice(text.indexOf(' ') + 1)]));
}

test('a page may run its own scripts, call the server, and nothing else', () => {
  const policy = directives(contentSecurityPolicy(PAGE, CONFIG));
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': `'self' ${hashSource('theme()')}`,
    'style-src-attr': "'none'",
    'connect-src': "'self' https://api.example.com",
    'media-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
  });
  expect(Object.values(policy).join(' ')).not.toMatch(/unsafe-(inline|eval)/);
});

test('WebAssembly, but not eval, may run on the page that needs it and in its worker, which reaches only the site', () => {
  const policy = directives(contentSecurityPolicy(PAGE, CONFIG, true));
  expect(policy['script-src']).toBe(`'self' 'wasm-unsafe-eval' ${hashSource('theme()')}`);
  expect(directives(WORKER_POLICY)).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'connect-src': "'self'",
  });
});

test('style attributes are allowed one by one', () => {
  const policy = directives(contentSecurityPolicy('<p style="color:red"></p>', CONFIG));
  expect(policy['style-src-attr']).toBe(`'unsafe-hashes' ${hashSource('color:red')}`);
});

test('a video on another origin may be played', () => {
  const config = readSiteConfig({ ...VARIABLES, VITE_DEMO_VIDEO_URL: 'https://videos.example.com/demo.webm' });
  expect(directives(contentSecurityPolicy(PAGE, config))['media-src']).toBe("'self' https://videos.example.com");
});

test('the policy precedes the scripts that it covers', () => {
  const policy = contentSecurityPolicy(PAGE, CONFIG);
  const html = addPolicy(PAGE, policy);
  expect(html).toContain(
    `<meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" content="${policy}"/><script>`,
  );
  expect(html).not.toContain('frame-ancestors');
});

test('the header also forbids framing the site', () => {
  expect(headerPolicy("default-src 'none'")).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('a page without a charset declaration throws', () => {
  expect(() => addPolicy('<html></html>', '')).toThrow('encoding');
});
