import { expect, test } from 'vitest';
import { browserNameOf } from './sign-browser-in.ts';

test.each([
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0'],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36',
  ],
  ['Unknown browser', undefined],
  ['Unknown browser', ''],
  ['Unknown browser', '\u0000'],
])('A browser is listed as %s', (name, userAgent) => {
  expect(browserNameOf(userAgent)).toBe(name);
});

test('A browser’s name stays short even if its user agent is very long', () => {
  expect(browserNameOf(`${'x'.repeat(20_000)} (`.repeat(3)).length).toBeLessThan(200);
});
