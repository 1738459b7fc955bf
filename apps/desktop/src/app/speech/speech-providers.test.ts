import type { ProviderId } from '@workspace/speech/provider';
import { REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../ipc/settings-document.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { FakeRecognizer } from '../testing/fake-recognizer.ts';
import { MemorySecrets } from '../testing/memory-secrets.ts';
import { OnDeviceRecognition } from './on-device-recognition.ts';
import { type SpeechEnvironment, SpeechProviders } from './speech-providers.ts';

const NO_ENVIRONMENT: SpeechEnvironment = { baseUrl: undefined, keys: {} };

async function providers(changes: Partial<Settings> = {}, environment = NO_ENVIRONMENT) {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const secrets = new MemorySecrets();
  const settings = { ...defaultSettings('other'), ...changes };
  const onDevice = new OnDeviceRecognition({ clock, launch: new FakeRecognizer().launch }, () => {});
  const made = new SpeechProviders(
    { clock, transport },
    onDevice.provider,
    secrets,
    environment,
    () => settings,
    () => {},
  );
  await made.load();
  return { providers: made, clock, transport, secrets, settings };
}

describe('a provider', () => {
  it('needs a key or, if compatible with OpenAI, an address', async () => {
    const german = { languages: ['de'] };
    expect((await providers({ ...german, provider: 'openai' })).providers.missing).toBe('key');
    expect((await providers({ ...german, provider: 'openai-compatible' })).providers.missing).toBe('address');
    const local = {
      provider: 'openai-compatible',
      baseUrls: { 'openai-compatible': 'http://localhost:8080/v1' },
    } as const;
    expect((await providers(local)).providers.missing).toBeUndefined();
  });

  it('is used as soon as its key is stored, until that is removed', async () => {
    const { providers: first, secrets } = await providers();
    await first.setKey('openai', '  sk-1 \n');
    expect(first.used).toBe('openai');
    expect(secrets.stored.get('openai')).toBe('sk-1');
    await first.setKey('openai', undefined);
    expect(first.used).toBe('on-device');
    expect(secrets.stored.size).toBe(0);
  });

  it('works with a key that could not be stored, and reports that', async () => {
    const { providers: made, secrets } = await providers();
    secrets.failure = new Error('no space left on device');
    await expect(made.setKey('openai', 'sk-1')).rejects.toThrow();
    expect(made.used).toBe('openai');
  });

  it('has no key after all are forgotten, even if one could not be removed from the disk', async () => {
    const { providers: made, secrets } = await providers();
    await made.setKey('openai', 'sk-1');
    await made.setKey('deepgram', 'key-1');
    vi.spyOn(secrets, 'set').mockRejectedValueOnce(new Error('no space left on device'));
    await expect(made.forget()).rejects.toThrow();
    expect(made.used).toBe('on-device');
    expect([...secrets.stored.keys()]).toEqual(['openai']);
  });

  it('uses the address and key from the environment, unless the settings have an address', async () => {
    const environment = { baseUrl: 'http://localhost:3003/v1', keys: { openai: 'sandbox' } };
    const { providers: made } = await providers({}, environment);
    expect(made.used).toBe('openai');
    expect(made.recognition().provider.host).toBe('localhost:3003');
    const chosen = await providers({ baseUrls: { openai: 'https://speech.example/v1' } }, environment);
    expect(chosen.providers.recognition().provider.host).toBe('speech.example');
  });

  it('keeps the same client until its address or key changes', async () => {
    const { providers: made } = await providers();
    await made.setKey('openai', 'sk-1');
    const { provider } = made.recognition();
    expect(made.recognition().provider).toBe(provider);
    await made.setKey('openai', 'sk-2');
    expect(made.recognition().provider).not.toBe(provider);
  });
});

describe('the provider of the next dictation', () => {
  const KEYS = { openai: 'sk-1', deepgram: 'key-1' };
  const LOCAL = { 'openai-compatible': 'http://localhost:8080/v1' };

  it.each<[string, Partial<Settings>, SpeechEnvironment['keys'], ProviderId]>([
    ['this computer, where there is no key', {}, {}, 'on-device'],
    ['the one that there is a key for', {}, { deepgram: 'key-1' }, 'deepgram'],
    ['OpenAI before Deepgram', {}, KEYS, 'openai'],
    ['the one chosen', { provider: 'deepgram' }, KEYS, 'deepgram'],
    ['this computer, where that is chosen', { provider: 'on-device' }, KEYS, 'on-device'],
    ['this computer until the key is there', { provider: 'deepgram' }, { openai: 'sk-1' }, 'on-device'],
    ['this computer until the address is there', { provider: 'openai-compatible' }, KEYS, 'on-device'],
    ['a server that needs no key', { provider: 'openai-compatible', baseUrls: LOCAL }, {}, 'openai-compatible'],
    ['this computer also where English is one of several', { languages: ['de', 'en-GB'] }, {}, 'on-device'],
  ])('is %s', async (_, settings, keys, used) => {
    const { providers: made } = await providers(settings, { baseUrl: undefined, keys });
    expect([made.used, made.missing]).toEqual([used, undefined]);
    expect(made.recognition().provider.id).toBe(used);
  });

  it.each<[Partial<Settings>, string]>([
    [{ provider: 'deepgram' }, 'key'],
    [{ provider: 'on-device' }, 'english'],
    [{}, 'english'],
  ])(
    'is not this computer if English is not among the languages: with %j, what is missing is reported',
    async (settings, missing) => {
      expect((await providers({ ...settings, languages: ['de'] })).providers.missing).toBe(missing);
    },
  );

  it('has a name, even if it is this computer', async () => {
    expect((await providers()).providers.name).toBe('On this computer');
    expect((await providers({}, { baseUrl: undefined, keys: KEYS })).providers.name).toBe('OpenAI');
  });

  it('has this computer as its fallback, if that is enabled and English is among the languages', async () => {
    const backupWith = async (settings: Partial<Settings>) =>
      (await providers(settings, { baseUrl: undefined, keys: KEYS })).providers.recognition().backup;
    const settings = { languages: ['en', 'de'], vocabulary: ['Okapi'] };
    expect(await backupWith(settings)).toMatchObject({
      provider: { id: 'on-device' },
      config: { languages: ['en', 'de'], keywords: ['Okapi'] },
    });
    expect(await backupWith({})).toBeDefined();
    expect(await backupWith({ onDeviceFallback: false })).toBeUndefined();
    expect(await backupWith({ languages: ['de'] })).toBeUndefined();
    expect(await backupWith({ provider: 'on-device' })).toBeUndefined();
  });
});

describe('the model', () => {
  it.each<[Partial<Settings>, string]>([
    [{}, 'gpt-transcribe'],
    [{ models: { openai: 'my-model' } }, 'my-model'],
    [{ live: true }, 'gpt-live-transcribe'],
    [{ live: true, models: { openai: 'my-model' } }, 'gpt-live-transcribe'],
    [{ live: true, provider: 'on-device' }, 'moonshine-tiny'],
    [{ live: true, provider: 'deepgram', models: { deepgram: 'nova-2' } }, 'nova-2'],
    [
      { live: true, provider: 'openai-compatible', baseUrls: { 'openai-compatible': 'http://localhost/v1' } },
      'whisper-1',
    ],
  ])('with %j is %s', async (changes, model) => {
    const environment = { baseUrl: undefined, keys: { openai: 'sk-1', deepgram: 'key-1' } };
    expect((await providers(changes, environment)).providers.recognition().config.model).toBe(model);
  });
});

describe('what windows are sent', () => {
  it('never contains a key', async () => {
    const { providers: made } = await providers({}, { baseUrl: undefined, keys: { deepgram: 'canary-1' } });
    await made.setKey('openai', 'canary-2');
    const views = made.views();
    expect(JSON.stringify(views)).not.toContain('canary');
    const keys = new Map(views.map(({ id, key }) => [id, key]));
    expect([...keys.keys()]).toEqual(REMOTE_PROVIDER_IDS);
    expect([keys.get('openai'), keys.get('openai-compatible'), keys.get('deepgram')]).toEqual([
      'stored',
      'none',
      'environment',
    ]);
  });

  it('includes the result of a key check, and how long the answer took', async () => {
    const { providers: made, clock, transport } = await providers();
    await made.setKey('openai', 'sk-1');
    const check = made.check('openai');
    expect(made.views()[0]?.check).toMatchObject({ status: 'checking', roundTripMs: null });
    clock.advance(120);
    transport.exchanges[0]?.respond(200, {}, '{"data":[]}');
    await check;
    expect(made.views()[0]?.check).toMatchObject({ status: 'valid', roundTripMs: 120 });
    await made.setKey('openai', 'sk-2');
    expect(made.views()[0]?.check).toBeNull();
  });

  it('ignores the answer to a check of a previous key', async () => {
    const { providers: made, transport } = await providers();
    await made.setKey('openai', 'sk-1');
    const check = made.check('openai');
    await made.setKey('openai', 'sk-2');
    transport.exchanges[0]?.respond(401, {}, '{}');
    await check;
    expect(made.views()[0]?.check).toBeNull();
  });
});
