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

test('OpenAI is asked where its speech is, with the same key and a usual model', () => {
  const { configured, access, ask } = configure();
  expect([configured.missing, configured.current]).toEqual(['key', undefined]);
  access.key = 'sk-one';
  expect([configured.missing, configured.host]).toEqual([undefined, 'api.openai.com']);
  expect(ask().options).toEqual({ baseUrl: 'https://api.openai.com/v1', key: 'sk-one', model: 'gpt-4.1-mini' });
  access.baseUrl = 'http://localhost:4000/v1';
  expect(ask().options.baseUrl).toBe('http://localhost:4000/v1');
});

test('OpenAI’s key goes to OpenAI’s address alone, whatever other address is chosen', () => {
  const { settings, ask } = configure({ baseUrl: 'https://elsewhere.example/v1', model: 'm' }, { key: 'sk-one' });
  expect(ask().options.baseUrl).toBe('https://api.openai.com/v1');
  settings.provider = 'compatible';
  expect(ask().options).toEqual({ baseUrl: 'https://elsewhere.example/v1', key: '', model: 'm' });
});

test('programs on this computer are found without an address and get no key, but need the name of a model', async () => {
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

test('any other server needs an address and a model, and gets the key that was entered for it', async () => {
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
  'a key that was entered for one address does not go to %s',
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

test('a key is kept apart from the settings, and forgotten on demand', async () => {
  const choice: Partial<Choice> = { provider: 'compatible', baseUrl: 'https://models.example/v1', model: 'm' };
  const { configured, settings, secrets, ask } = configure(choice);
  await configured.setKey('own-key');
  expect(JSON.stringify(settings)).not.toContain('own-key');
  expect([...secrets.stored.keys()]).toEqual(['language-model']);
  await configured.forget();
  expect(secrets.stored.size).toBe(0);
  expect(ask().options.key).toBe('');
});

test('it says so if the key can’t be read or stored, and uses what was entered all the same', async () => {
  const choice: Partial<Choice> = { provider: 'compatible', baseUrl: 'https://models.example/v1', model: 'm' };
  const { configured, secrets, ask } = configure(choice);
  secrets.failure = new Error('The disk is full.');
  await expect(configured.setKey('own-key')).rejects.toThrow();
  expect(ask().options.key).toBe('own-key');
  secrets.stored.set('language-model', 'no JSON');
  expect(await configure(choice, {}, secrets).configured.load()).toBe(false);
});

test('a model stays the same one until something of it changes', () => {
  const { configured, settings } = configure({}, { key: 'sk-one' });
  const { current } = configured;
  expect(configured.current).toBe(current);
  settings.model = 'other';
  expect(configured.current).not.toBe(current);
});

test('why it gave no answer is remembered until it gives one, or is another one', async () => {
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

test('the models that a server names are those of the address and key that it was asked by', async () => {
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
