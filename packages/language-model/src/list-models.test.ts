import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { NetworkFailure } from '@workspace/speech/transport';
import { expect, test } from 'vitest';
import { listModels } from './list-models.ts';

function list(key = '') {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const models = listModels({ baseUrl: 'http://127.0.0.1:11434/v1', key }, { clock, transport });
  return { models, clock, exchange: transport.exchanges[0]! };
}

test('models are listed in the order of the server', async () => {
  const { models, clock, exchange } = list();
  expect(exchange.request).toEqual({ method: 'GET', url: 'http://127.0.0.1:11434/v1/models', headers: {} });
  exchange.respond(
    200,
    {},
    JSON.stringify({ object: 'list', data: [{ id: 'qwen3:4b' }, { id: 'gemma3', owned_by: 'library' }] }),
  );
  expect(await models).toEqual(['qwen3:4b', 'gemma3']);
  expect(clock.scheduledCount).toBe(0);
});

test('the key is sent, if there is one', () => {
  expect(list('own-key').exchange.request.headers).toEqual({ authorization: 'Bearer own-key' });
});

test.each([
  ['refuses', 401, '{"data":[{"id":"m"}]}'],
  ['redirects', 302, ''],
  ['answers something else', 200, '<html>'],
  ['names something else', 200, '{"data":[{"name":"m"}]}'],
])('if the server %s, no models are listed', async (_what, status, body) => {
  const { models, exchange } = list();
  exchange.respond(status, {}, body);
  expect(await models).toEqual([]);
});

test('if the server can’t be reached, or stays silent, no models are listed', async () => {
  const unreachable = list();
  unreachable.exchange.fail(new NetworkFailure('Refused.', 'ECONNREFUSED'));
  expect(await unreachable.models).toEqual([]);
  const silent = list();
  silent.clock.advance(60_000);
  expect(await silent.models).toEqual([]);
  expect(silent.exchange.isCancelled).toBe(true);
});
