import { expect, test } from 'vitest';
import { createDeepgramProvider } from './deepgram/deepgram-provider.ts';
import { HTTP } from './limits.ts';
import { createOpenAiProvider } from './openai/openai-provider.ts';
import { createOpenAiCompatibleProvider } from './openai-compatible/openai-compatible-provider.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { FakeTransport } from './testing/fake-transport.ts';
import { NetworkFailure } from './transport.ts';

const PROVIDERS = {
  openai: createOpenAiProvider,
  compatible: createOpenAiCompatibleProvider,
  deepgram: createDeepgramProvider,
};
type Checked = keyof typeof PROVIDERS;

/** Starts a check on a fake network. */
function start(provider: Checked, key = 'secret-key', baseUrl = 'https://speech.example/v1') {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const result = PROVIDERS[provider]({ baseUrl, key }, { clock, transport }).checkKey();
  return { clock, transport, server: transport.exchanges[0], result };
}

test('Each provider’s key check requests a free endpoint', () => {
  expect(start('openai').server!.request).toEqual({
    method: 'GET',
    url: 'https://speech.example/v1/models',
    headers: { authorization: 'Bearer secret-key' },
  });
  expect(start('deepgram').server!.request).toEqual({
    method: 'GET',
    url: 'https://speech.example/v1/auth/token',
    headers: { authorization: 'Token secret-key' },
  });
  expect(start('compatible', '').server!.request).toEqual({
    method: 'GET',
    url: 'https://speech.example/v1/models',
    headers: {},
  });
  expect(start('compatible', '', 'http://localhost:1/v1/audio/transcriptions').server!.request.url).toBe(
    'http://localhost:1/v1/models',
  );
});

const SCOPES =
  '{"error":{"message":"You have insufficient permissions for this operation. Missing scopes: model.read"}}';
const QUOTA = '{"error":{"type":"insufficient_quota"}}';

test.each<[Checked, number, string, string, RegExp]>([
  ['openai', 200, '{"data":[]}', 'valid', /accepts the API key/],
  ['openai', 401, '{"error":{"code":"invalid_api_key"}}', 'invalid', /refused the API key/],
  ['openai', 401, SCOPES, 'limited', /allow it to use speech models/],
  ['openai', 403, SCOPES, 'limited', /allow it to use speech models/],
  ['openai', 429, QUOTA, 'limited', /out of credit/],
  ['openai', 429, '', 'limited', /too busy/],
  ['openai', 200, '<html>Sign in</html>', 'unreachable', /Check the address/],
  ['openai', 404, '', 'unreachable', /Check the address/],
  ['openai', 301, '', 'unreachable', /Check the address/],
  ['openai', 500, '', 'unreachable', /internal error/],
  ['openai', 504, '', 'unreachable', /didn’t answer/],
  ['compatible', 200, '{"data":[]}', 'valid', /accepts the API key/],
  ['compatible', 401, '', 'invalid', /refused the API key/],
  ['compatible', 404, 'File Not Found', 'limited', /Try it/],
  ['compatible', 405, '', 'limited', /Try it/],
  ['compatible', 301, '', 'unreachable', /Check the address/],
  ['compatible', 200, '<html>Router</html>', 'unreachable', /Check the address/],
  ['deepgram', 200, '{"api_key_id":"x"}', 'valid', /accepts the API key/],
  ['deepgram', 401, '{"err_code":"INVALID_AUTH"}', 'invalid', /refused the API key/],
  ['deepgram', 403, '{"err_code":"FORBIDDEN"}', 'limited', /allow it to use speech models/],
  ['deepgram', 402, '', 'limited', /out of credit/],
])('%s, status %i with %j: %s', async (provider, status, body, found, words) => {
  const { clock, server, result } = start(provider);
  server!.respond(status, {}, body);
  const { status: verdict, message } = await result;
  expect(clock.scheduledCount).toBe(0);
  expect(verdict).toBe(found);
  expect(message).toMatch(words);
  expect(message).toContain('speech.example');
});

test('Without a key, the message says whether one is needed', async () => {
  const refusing = start('openai', '');
  refusing.server!.respond(401, {}, '');
  expect(await refusing.result).toEqual({ status: 'invalid', message: 'speech.example needs an API key. Enter one.' });
  const open = start('compatible', '');
  open.server!.respond(200, {}, '{"data":[]}');
  expect(await open.result).toEqual({ status: 'valid', message: 'speech.example doesn’t need an API key.' });
});

test.each(['with space', ' around ', 'line\nbreak', 'ключ'])(
  'The key %j is reported as invalid without being sent',
  async (key) => {
    const { transport, result } = start('openai', key);
    expect(await result).toMatchObject({ status: 'invalid', message: expect.not.stringContaining(key) });
    expect(transport.exchanges).toEqual([]);
  },
);

test('An unreachable host is reported', async () => {
  const { server, result } = start('deepgram');
  server!.fail(new NetworkFailure('The host name was not found.', 'ENOTFOUND'));
  expect(await result).toEqual({
    status: 'unreachable',
    message: 'No connection to speech.example. Check your internet connection, then try again.',
  });
});

test('A host that does not answer times out', async () => {
  const { clock, server, result } = start('openai');
  clock.advance(HTTP.keyCheckMs);
  expect(await result).toMatchObject({ status: 'unreachable', message: expect.stringContaining('didn’t answer') });
  expect(server!.isCancelled).toBe(true);
  expect(clock.scheduledCount).toBe(0);
});
