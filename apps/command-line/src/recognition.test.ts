import { Recognizer } from '@workspace/on-device/recognizer';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ArgumentError } from './arguments.ts';
import { ConfigurationError } from './configuration.ts';
import { openRecognition, type RecognitionArguments } from './recognition.ts';

const ENGLISH_ONLY = 'Recognition on this computer understands English only.';
const OTHER_LANGUAGE = `${ENGLISH_ONLY} Use --language en, or a provider with your API key.`;

beforeEach(() => {
  for (const name of ['OPENAI_API_KEY', 'DEEPGRAM_API_KEY', 'SAYKEY_SPEECH_URL']) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

function open(asked: Partial<RecognitionArguments> = {}, environment: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return openRecognition({ languages: [], keywords: [], ...asked }, new FakeClock(), process.env);
}

const KEY = { OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: 'deepgram' };

describe('Without --provider', () => {
  test('speech is recognized on this computer if there is no OpenAI key', () => {
    const { provider, config, isDefault, backup } = open({ keywords: ['Saykey'] }, { DEEPGRAM_API_KEY: 'deepgram' });
    expect(provider).toMatchObject({ id: 'on-device', host: 'On this computer' });
    expect(config).toEqual({ model: 'moonshine-tiny', languages: [], keywords: ['Saykey'] });
    expect(isDefault).toBe(true);
    expect(backup).toBeUndefined();
  });

  test('speech is recognized by OpenAI if there is its key', () => {
    const { provider, config, isDefault } = open({ languages: ['de'] }, KEY);
    expect(provider).toMatchObject({ id: 'openai', host: 'api.openai.com' });
    expect(config).toEqual({ model: provider.models[0]?.id, languages: ['de'], keywords: [] });
    expect(isDefault).toBe(true);
  });
});

describe('With --provider', () => {
  test('that provider is used, whatever keys are set', () => {
    expect(open({ provider: 'on-device' }, KEY)).toMatchObject({ provider: { id: 'on-device' }, isDefault: false });
    expect(open({ provider: 'deepgram' }, KEY)).toMatchObject({ provider: { id: 'deepgram' }, isDefault: false });
  });

  test('the given model and address are used', () => {
    const { provider, config } = open({ provider: 'deepgram', model: 'nova-2', baseUrl: 'http://localhost:1/v1' }, KEY);
    expect([provider.host, config.model]).toEqual(['localhost:1', 'nova-2']);
    expect(open({ provider: 'on-device', model: 'moonshine-tiny' }).config.model).toBe('moonshine-tiny');
  });

  test('its key is required', () => {
    expect(() => open({ provider: 'openai' })).toThrow(
      new ConfigurationError('Missing required environment variable OPENAI_API_KEY'),
    );
  });
});

describe('With --fallback', () => {
  test('on-device recognition is the fallback, with its own model', () => {
    const { provider, config, backup } = open(
      { provider: 'deepgram', model: 'nova-2', fallback: 'on-device', languages: ['de', 'en'], keywords: ['Saykey'] },
      KEY,
    );
    expect([provider.id, config.model]).toEqual(['deepgram', 'nova-2']);
    expect(backup?.provider.id).toBe('on-device');
    expect(backup?.config).toEqual({ model: 'moonshine-tiny', languages: ['de', 'en'], keywords: ['Saykey'] });
  });

  test('the provider is the same if recognition is on-device anyway', () => {
    expect(open({ fallback: 'on-device' }).provider.id).toBe('on-device');
  });
});

describe('On-device recognition refuses', () => {
  test.for<[string, Partial<RecognitionArguments>, Record<string, string>, string]>([
    ['German', { languages: ['de', 'fr'] }, {}, OTHER_LANGUAGE],
    ['German, asked for', { provider: 'on-device', languages: ['de'] }, KEY, OTHER_LANGUAGE],
    ['German as a fallback', { fallback: 'on-device', languages: ['de'] }, KEY, OTHER_LANGUAGE],
    [
      'an address',
      { baseUrl: 'http://localhost:1/v1' },
      {},
      '--base-url needs a provider: add --provider, and set its API key.',
    ],
    ['another model', { model: 'whisper-1' }, {}, '--model must be moonshine-tiny for recognition on this computer.'],
    [
      'to be its own fallback',
      { provider: 'on-device', fallback: 'on-device' },
      {},
      '--fallback needs a provider other than on-device.',
    ],
  ])('%s', ([, asked, environment, message]) => {
    expect(() => open(asked, environment)).toThrow(new ArgumentError(message));
  });
});

test('Recognition can be closed before it is used', () => {
  expect(() => open().close()).not.toThrow();
});

test('A shared recognizer is kept when one of its users closes', async () => {
  const clock = new FakeClock();
  const end = vi.fn(async () => {});
  const shared = new Recognizer({ clock, launch: () => ({ send: () => {}, end }) });
  shared.prepare();
  await openRecognition({ languages: [], keywords: [], provider: 'on-device' }, clock, {}, shared).close();
  expect([shared.state, end.mock.calls.length]).toEqual(['loading', 0]);
  await shared.free();
  expect(end).toHaveBeenCalledOnce();
});
