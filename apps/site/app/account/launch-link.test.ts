import fc from 'fast-check';
import { expect, it } from 'vitest';
import { launchLink } from './launch-link.ts';

it('passes any token to the app’s setup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (token) => {
      const url = new URL(launchLink(token));
      expect([url.protocol, url.host]).toEqual(['saykey:', 'setup']);
      expect([...url.searchParams]).toEqual([['token', token]]);
    }),
  );
});
