import { NetworkFailure } from '@workspace/speech/transport';
import { expect, test } from 'vitest';
import { networkFailure } from './network-failure.ts';

function errorWithCode(code: string): Error {
  return Object.assign(new Error('Authorization: Bearer secret'), { code });
}

test.each([
  ['ENOTFOUND', 'The host name was not found.'],
  ['EAI_AGAIN', 'The host name was not found.'],
  ['ECONNREFUSED', 'The host refused the connection.'],
  ['ENETUNREACH', "The host can't be reached from this network."],
  ['ETIMEDOUT', 'The host did not answer.'],
  ['ECONNRESET', 'The connection broke.'],
  ['CERT_HAS_EXPIRED', 'The certificate of the host is not trusted.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the host is not trusted.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the host is not trusted.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate of the host is not trusted.'],
  ['EPROTO', 'No secure connection could be agreed on with the host.'],
  ['HPE_INVALID_CONSTANT', 'The host broke the protocol.'],
  ['EWHATEVER', 'The connection failed.'],
])('%s is described as: %s', (code, message) => {
  expect(networkFailure(errorWithCode(code))).toMatchObject({ name: 'NetworkFailure', message, code });
});

test('An error without a code gets no code', () => {
  expect(networkFailure(new Error('secret'))).toMatchObject({ message: 'The connection failed.', code: undefined });
  expect(networkFailure('secret')).toMatchObject({ message: 'The connection failed.', code: undefined });
});

test('A NetworkFailure is returned unchanged', () => {
  const failure = new NetworkFailure('The proxy did not answer.');
  expect(networkFailure(failure)).toBe(failure);
});
