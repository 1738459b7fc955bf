import { expect, test } from 'vitest';
import type { CleanUpSettings } from '../../ipc/settings-document.ts';
import { FakeLanguageModels } from '../testing/fake-language-model.ts';
import { MemorySecrets } from '../testing/memory-secrets.ts';
import { ConfiguredLanguageModel, type OpenAiAccess } from './configured-language-model.ts';

type Choice = Pick<CleanUpSettings, 'provider' | 'baseUrl' | 'model'>;

function configure(choice: Partial<Choice> = {}, openAi: Partial<OpenAiAccess> = {}, secrets = new MemorySecrets()) {
  const settings: Choice = { provider: 'openai', baseUrl: null, model: null, ...choice };
  const access: OpenAiAccess = { baseUrl: 'https://api.openai.com/v1', key: '', ...openAi };
  const models = new FakeLanguageModels();
  let changes = 0;
  const configured = new ConfiguredLanguageModel({
    create: models.create,
    list: models.list,
    secrets,
    settings: () => settings,
    openAi: () => access,
    onChange: () => {
      changes += 1;
    },
  });
  const ask = () => {
    configured.current?.ask({ instructions: 'Tidy up.', input: 'words' });
    return models.asked.at(-1)!;
  };
  return { configured, settings, access, models, secrets, ask, changes: () => changes };
}

test('OpenAI is used at the same address and with the same key as for speech, with a default model', () => {
  const { configured, access, ask } = configure();
  expect([configured.missing, configured.current]).toEqual(['key', undefined]);
  access.key = 'sk-one';
  expect([configured.missing, configured.host]).toEqual([undefined, 'api.openai.com']);
  expect(ask().options).toEqual({ baseUrl: 'https://api.openai.com/v1', key: 'sk-one', model: 'gpt-4.1-mini' });
  access.baseUrl = 'http://localhost:4000/v1';
  expect(ask().options.baseUrl).toBe('http://localhost:4000/v1');
});

test('OpenAI’s key is sent only to OpenAI’s address, whatever other address is set', () => {
  const { settings, ask } = configure({ baseUrl: 'https://elsewhere.example/v1', model: 'm' }, { key: 'sk-one' });
  expect(ask().options.baseUrl).toBe('https://api.openai.com/v1');
  settings.provider = 'compatible';
  expect(ask().options).toEqual({ baseUrl: 'https://elsewhere.example/v1', key: '', model: 'm' });
});

test('local programs have a default address and get no key, but need a model name', async () => {
  const { configured, settings, ask } = configure({ provider: 'compatible', baseUrl: 'http://127.0.0.1:11434/v1' });
  await configured.setKey('own-key');
  settings.provider = 'ollama';
  settings.baseUrl = null;
  expect([configured.missing, configured.host]).toEqual(['model', '127.0.0.1:11434']);
  settings.model = 'qwen3';
  expect(ask().options).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1', key: '', model: 'qwen3' });
  settings.provider = 'lm-studio';
  expect(configured.host).toBe('127.0.0.1:1234');
});

test('any other server needs an address and a model, and gets the key entered for it', async () => {
  const { configured, settings, ask } = configure({ provider: 'compatible' });
  expect([configured.missing, configured.host]).toEqual(['address', null]);
  settings.baseUrl = 'https://models.example/v1';
  expect(configured.missing).toBe('model');
  settings.model = 'm';
  expect(ask().options.key).toBe('');
  await configured.setKey('  own-key ');
  expect(ask().options.key).toBe('own-key');
});

test.each(['https://other.example/v1', 'http://models.example/v1', 'https://models.example:8443/v1'])(
  'a key entered for one address is not sent to %s',
  async (baseUrl) => {
    const { configured, settings, secrets, ask } = configure({
      provider: 'compatible',
      baseUrl: 'https://models.example/v1',
      model: 'm',
    });
    await configured.setKey('own-key');
    settings.baseUrl = baseUrl;
    expect(ask().options.key).toBe('');
    const later = configure(settings, {}, secrets);
    await later.configured.load();
    expect(later.ask().options.key).toBe('');
    later.settings.baseUrl = 'https://models.example/v2';
    expect(later.ask().options.key).toBe('own-key');
  },
);

test('a key is stored separately from the settings, and can be forgotten', async () => {
  const choice: Partial<Choice> = { provider: 'compatible', baseUrl: 'https://models.example/v1', model: 'm' };
  const { configured, settings, secrets, ask } = configure(choice);
  await configured.setKey('own-key');
  expect(JSON.stringify(settings)).not.toContain('own-key');
  expect([...secrets.stored.keys()]).toEqual(['language-model']);
  await configured.forget();
  expect(secrets.stored.size).toBe(0);
  expect(ask().options.key).toBe('');
});

test('a key that can’t be read or stored is reported, and an entered one is used anyway', async () => {
  const choice: Partial<Choice> = { provider: 'compatible', baseUrl: 'https://models.example/v1', model: 'm' };
  const { configured, secrets, ask } = configure(choice);
  secrets.failure = new Error('The disk is full.');
  await expect(configured.setKey('own-key')).rejects.toThrow();
  expect(ask().options.key).toBe('own-key');
  secrets.stored.set('language-model', 'no JSON');
  expect(await configure(choice, {}, secrets).configured.load()).toBe(false);
});

test('the model instance stays the same until its configuration changes', () => {
  const { configured, settings } = configure({}, { key: 'sk-one' });
  const { current } = configured;
  expect(configured.current).toBe(current);
  settings.model = 'other';
  expect(configured.current).not.toBe(current);
});

test('the last failure is remembered until the model answers or is changed', async () => {
  const { configured, settings, ask, changes } = configure({}, { key: 'sk-one' });
  ask().fail('unauthorized', 'The key is refused.');
  await Promise.resolve();
  expect(configured.problem?.message).toBe('The key is refused.');
  expect(changes()).toBe(1);
  ask().cancel();
  await Promise.resolve();
  expect(configured.problem?.kind).toBe('unauthorized');
  ask().answer('Words.');
  await Promise.resolve();
  expect(configured.problem).toBeUndefined();
  ask().fail('over-limit');
  await Promise.resolve();
  settings.model = 'other';
  expect(configured.problem).toBeUndefined();
});

test('a list of models is valid only for the address it was fetched from', async () => {
  const { configured, settings, models } = configure({ provider: 'ollama' });
  expect(configured.models).toBeNull();
  models.names = ['qwen3:4b'];
  await configured.findModels();
  expect(models.listed).toEqual([{ baseUrl: 'http://127.0.0.1:11434/v1', key: '' }]);
  expect(configured.models).toEqual(['qwen3:4b']);
  settings.provider = 'lm-studio';
  expect(configured.models).toBeNull();
  settings.provider = 'compatible';
  await configured.findModels();
  expect(models.listed).toHaveLength(1);
});
