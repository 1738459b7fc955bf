import fc from 'fast-check';
import { expect, it } from 'vitest';
import { launchLink } from './launch-link.ts';

it('carries the token, whatever is in it, to the setup of the app', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (token) => {
      const url = new URL(launchLink(token));
      expect([url.protocol, url.host]).toEqual(['saykey:', 'setup']);
      expect([...url.searchParams]).toEqual([['token', token]]);
    }),
  );
});
