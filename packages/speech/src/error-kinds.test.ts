import { describe, expect, test } from 'vitest';
import { kindNamedIn, refusalError } from './error-kinds.ts';

const origin = { host: 'speech.example', key: 'secret-key' };
const refuse = (status: number, body = '', headers: Record<string, string> = {}) =>
  refusalError({ status, headers, body }, origin);

describe('What a refusal means', () => {
  test.each([
    [401, '', 'auth'],
    [401, '{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}', 'auth'],
    [401, '{"error":{"message":"You have insufficient permissions. Missing scopes: model.request"}}', 'permission'],
    [402, '', 'quota'],
    [403, '', 'permission'],
    [403, '{"err_code":"INSUFFICIENT_PERMISSIONS","err_msg":"Project has no access to the model."}', 'permission'],
    [403, '{"err_code":"INVALID_AUTH","err_msg":"Invalid credentials."}', 'auth'],
    [403, '<!doctype html><p>Invalid credentials. insufficient_quota</p>', 'permission'],
    [429, '', 'rate-limit'],
    [429, '{"error":{"type":"insufficient_quota","code":"credit_balance_exhausted"}}', 'quota'],
    [
      429,
      '{"error":{"code":"rate_limit_exceeded","message":"Add a payment method at /account/billing"}}',
      'rate-limit',
    ],
    [400, '', 'bad-config'],
    [404, '', 'bad-config'],
    [426, '', 'bad-config'],
    [301, '', 'bad-config'],
    [200, '<html>', 'bad-config'],
    [408, '', 'timeout'],
    [504, '', 'timeout'],
    [500, '', 'server'],
    [503, '{"error":"insufficient_quota"}', 'server'],
  ])('%i with %j: %s', (status, body, kind) => {
    expect(refuse(status, body)).toMatchObject({ kind, code: `http-${status}` });
  });

  test('The provider’s message is never passed on', () => {
    expect(JSON.stringify(refuse(401, 'The key secret-key is wrong, said Peter'))).not.toMatch(/secret|Peter/);
  });
});

describe('The retry delay', () => {
  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, 30_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, 0],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j: %s ms', (headers: Record<string, string>, retryAfterMs) => {
    expect(refuse(429, '', headers).retryAfterMs).toBe(retryAfterMs);
  });
});

test.each([
  ['invalid_request_error.invalid_api_key', 'auth'],
  ['Your session hit the maximum duration of 60 minutes.', 'expired'],
  ['beta_api_shape_disabled', 'bad-config'],
  ['NET-0001', 'network'],
  ['NET-0000', 'server'],
  ['DATA-0000', 'bad-config'],
  ['Bye.', undefined],
])('%j indicates the kind %s', (text, kind) => {
  expect(kindNamedIn(text)).toBe(kind);
});
