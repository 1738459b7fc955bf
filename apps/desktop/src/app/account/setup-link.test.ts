import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { setupTokenOf } from './setup-link.ts';

it('returns the token of a setup link, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (token) => {
      expect(setupTokenOf(`saykey://setup?token=${encodeURIComponent(token)}`)).toBe(token);
    }),
  );
});

it('accepts the variants that systems and browsers pass on', () => {
  expect(setupTokenOf('saykey://setup/?token=abc')).toBe('abc');
  expect(setupTokenOf('SAYKEY://setup?token=abc')).toBe('abc');
  expect(setupTokenOf('saykey://setup?source=site&token=abc#top')).toBe('abc');
});

test.each([
  'saykey://setup',
  'saykey://setup?token=',
  'saykey://setup?token=a&token=b',
  'saykey://setup?Token=a',
  'saykey://elsewhere?token=a',
  'saykey://setup/more?token=a',
  'saykey://setup:1?token=a',
  'saykey://someone:secret@setup?token=a',
  'saykey:setup?token=a',
  'https://setup?token=a',
  'token=a',
  '',
  `saykey://setup?token=${'a'.repeat(4_096)}`,
])('“%s” is not a setup link', (link) => {
  expect(setupTokenOf(link)).toBeUndefined();
});

it('never throws, and finds no token in text that is not a link to the app', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'saykey:', 'https://setup?token='), fc.string({ unit: 'binary' }), (start, end) => {
      const text = start + end;
      const token = setupTokenOf(text);
      if (!text.toLowerCase().startsWith('saykey:')) expect(token).toBeUndefined();
    }),
  );
});
