import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeToken } from './testing/test-tokens.ts';
import { isExpired } from './token-expiry.ts';

const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

describe('an access token', () => {
  test('is valid exactly until its exp claim', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 4_000_000_000_000 }), (exp, nowMs) => {
        expect(isExpired(makeToken({ exp }), nowMs)).toBe(nowMs >= exp * 1_000);
      }),
    );
    expect(isExpired(makeToken({ exp: 1_000 }), 999_999)).toBe(false);
    expect(isExpired(makeToken({ exp: 1_000 }), 1_000_000)).toBe(true);
  });

  test('has expired if it has no numeric exp claim', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant(null), fc.boolean(), fc.constant(undefined)), (exp) => {
        expect(isExpired(makeToken({ exp }), 0)).toBe(true);
      }),
    );
  });

  test('has expired if it cannot be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), seconds, (text, nowMs) => {
        expect(isExpired(text, nowMs)).toBe(true);
      }),
    );
    expect(isExpired(`${makeToken({ exp: 9_999_999_999 }).split('.')[0]}.e30`, 0)).toBe(true);
  });
});
