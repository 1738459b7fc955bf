import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { setupTokenOf } from './setup-link.ts';

it('gives the token of a setup link, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (token) => {
      expect(setupTokenOf(`saykey://setup?token=${encodeURIComponent(token)}`)).toBe(token);
    }),
  );
});

it('takes the link as systems and browsers hand it over', () => {
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
])('“%s” is no setup link', (link) => {
  expect(setupTokenOf(link)).toBeUndefined();
});

it('never throws, and finds no token in what was not meant as a link to the app', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'saykey:', 'https://setup?token='), fc.string({ unit: 'binary' }), (start, end) => {
      const text = start + end;
      const token = setupTokenOf(text);
      if (!text.toLowerCase().startsWith('saykey:')) expect(token).toBeUndefined();
    }),
  );
});
