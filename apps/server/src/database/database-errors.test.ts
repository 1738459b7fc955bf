import { expect, test } from 'vitest';
import { certificateProblemOf } from './database-errors.ts';

function errorWith(code: string, message = 'self-signed certificate'): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('An untrusted certificate (%s) is recognized, even as a cause', (code) => {
  expect(certificateProblemOf(errorWith(code))).toBe('self-signed certificate');
  expect(certificateProblemOf(new Error('Failed query', { cause: errorWith(code) }))).toBe('self-signed certificate');
});

test.each(['ECONNREFUSED', '28P01', 'CERTAINLY_NOT'])('%s is not a certificate problem', (code) => {
  expect(certificateProblemOf(errorWith(code))).toBeUndefined();
  expect(certificateProblemOf('CERT_HAS_EXPIRED')).toBeUndefined();
});
