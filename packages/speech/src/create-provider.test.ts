import { expect, test } from 'vitest';
import { createProvider } from './create-provider.ts';
import { factsOf, REMOTE_PROVIDER_IDS, type RemoteProviderId } from './registry.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { FakeTransport } from './testing/fake-transport.ts';

function create(id: RemoteProviderId, baseUrl = factsOf(id).baseUrl ?? 'http://localhost:8000/v1') {
  return createProvider(id, { baseUrl, key: 'key' }, { clock: new FakeClock(), transport: new FakeTransport() });
}

test('Each provider is created by its ID, for its default host', () => {
  expect(create('openai')).toMatchObject({ id: 'openai', host: 'api.openai.com' });
  expect(create('deepgram')).toMatchObject({ id: 'deepgram', host: 'api.deepgram.com' });
  expect(create('openai-compatible')).toMatchObject({ id: 'openai-compatible', host: 'localhost:8000' });
});

test('OpenAI falls back to uploads to the same host', () => {
  expect(create('openai', 'http://localhost:3003/v1').fallback).toMatchObject({
    id: 'openai-compatible',
    host: 'localhost:3003',
  });
  expect(create('openai-compatible').fallback).toBeUndefined();
  expect(create('deepgram').fallback).toBeUndefined();
});

test('Every provider offers at least one model, and reports its capabilities by name', () => {
  for (const id of REMOTE_PROVIDER_IDS) {
    const { models, capabilities } = create(id);
    expect(models.length).toBeGreaterThan(0);
    for (const model of models) expect(capabilities(model.id)).toEqual(model.caps);
  }
});
