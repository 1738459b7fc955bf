import { describe, expect, test } from 'vitest';
import { ConfigurationError, defaultProvider, locateFile, readCleanUp, readConfiguration } from './configuration.ts';

describe('The key', () => {
  const environment = { OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: 'deepgram' };

  test.for([
    ['openai', 'sk-openai'],
    ['openai-compatible', 'sk-openai'],
    ['deepgram', 'deepgram'],
  ] as const)('of %s is %s', ([provider, key]) => {
    expect(readConfiguration({ provider, baseUrl: 'http://localhost/v1' }, environment).key).toBe(key);
  });

  test('is trimmed', () => {
    expect(readConfiguration({ provider: 'openai' }, { OPENAI_API_KEY: ' sk-1\r\n' }).key).toBe('sk-1');
  });

  test.for(['sk 1', 'sk-\n1', 'sk-\0', 'sk-\u2026', 'sk-ö', 'sk-\x7f'])(
    'is refused if it can’t be sent in a header: %j',
    (key) => {
      const read = () => readConfiguration({ provider: 'openai' }, { OPENAI_API_KEY: key });
      expect(read).toThrow(
        new ConfigurationError(
          'OPENAI_API_KEY contains a character that doesn’t belong there, such as a space or a line break. Copy the API key again.',
        ),
      );
    },
  );

  test.for([
    ['openai', {}, 'OPENAI_API_KEY'],
    ['openai', { OPENAI_API_KEY: '', DEEPGRAM_API_KEY: 'deepgram' }, 'OPENAI_API_KEY'],
    ['deepgram', { OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: ' ' }, 'DEEPGRAM_API_KEY'],
  ] as const)('of %s is required: %j', ([provider, variables, name]) => {
    const read = () => readConfiguration({ provider }, variables);
    expect(read).toThrow(new ConfigurationError(`Missing required environment variable ${name}`));
  });

  test('of another provider is ignored', () => {
    const variables = { OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: 'not\na key' };
    expect(readConfiguration({ provider: 'openai' }, variables).key).toBe('sk-openai');
  });

  test('is optional for a compatible server', () => {
    expect(readConfiguration({ provider: 'openai-compatible', baseUrl: 'http://localhost/v1' }, {}).key).toBe('');
  });
});

test.for<[NodeJS.ProcessEnv, string]>([
  [{}, 'on-device'],
  [{ OPENAI_API_KEY: '' }, 'on-device'],
  [{ DEEPGRAM_API_KEY: 'deepgram', SAYKEY_SPEECH_URL: 'http://localhost:3003/v1' }, 'on-device'],
  [{ OPENAI_API_KEY: 'sk-openai' }, 'openai'],
  [{ OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: 'deepgram' }, 'openai'],
])('The default provider with %j is %s', ([environment, provider]) => {
  expect(defaultProvider(environment)).toBe(provider);
});

describe('The address', () => {
  const keys = { OPENAI_API_KEY: 'sk-openai', DEEPGRAM_API_KEY: 'deepgram' };
  const variables = { ...keys, SAYKEY_SPEECH_URL: 'http://localhost:3003/v1/' };

  test("is the given one, else the environment's, else the provider's own", () => {
    const baseUrl = 'https://speech.example/v1';
    expect(readConfiguration({ provider: 'openai', baseUrl }, variables).baseUrl).toBe(baseUrl);
    expect(readConfiguration({ provider: 'openai' }, variables).baseUrl).toBe('http://localhost:3003/v1');
    expect(readConfiguration({ provider: 'openai' }, keys).baseUrl).toBe('https://api.openai.com/v1');
    expect(readConfiguration({ provider: 'deepgram' }, keys).baseUrl).toBe('https://api.deepgram.com/v1');
  });

  test('is required for a compatible server', () => {
    const read = () => readConfiguration({ provider: 'openai-compatible' }, { SAYKEY_SPEECH_URL: '' });
    expect(read).toThrow(
      new ConfigurationError('The provider needs an address: give --base-url, or set SAYKEY_SPEECH_URL.'),
    );
  });

  test('is refused with the name of its variable if it is invalid', () => {
    const read = () => readConfiguration({ provider: 'openai' }, { ...keys, SAYKEY_SPEECH_URL: 'localhost:3003' });
    expect(read).toThrow(new ConfigurationError('SAYKEY_SPEECH_URL must start with http:// or https://.'));
  });
});

describe('A file', () => {
  test('is looked up in the working directory, then where npm was called from', () => {
    expect(locateFile('package.json', { INIT_CWD: '/elsewhere' })).toBe('package.json');
    expect(locateFile('speech.wav', { INIT_CWD: '/elsewhere' })).toBe('/elsewhere/speech.wav');
    expect(locateFile('/recordings/speech.wav', { INIT_CWD: '/elsewhere' })).toBe('/recordings/speech.wav');
    expect(locateFile('speech.wav', {})).toBe('speech.wav');
  });
});

describe('Clean-up', () => {
  const environment = {
    OPENAI_API_KEY: 'sk-openai',
    DEEPGRAM_API_KEY: 'deepgram',
    GROQ_API_KEY: 'gsk-groq',
    SONIOX_API_KEY: 'soniox',
  };
  const OPENAI = 'https://api.openai.com/v1';
  const LOCAL = 'http://localhost:8000/v1';
  const FOREIGN = 'https://models.example/v1';

  test.for([
    ['openai', undefined, undefined, OPENAI, 'sk-openai'],
    ['openai', LOCAL, undefined, LOCAL, 'sk-openai'],
    ['openai-compatible', LOCAL, undefined, LOCAL, 'sk-openai'],
    ['openai-compatible', LOCAL, FOREIGN, FOREIGN, ''],
    ['openai', undefined, FOREIGN, FOREIGN, ''],
    ['openai', undefined, 'https://api.openai.com:8443/v1', 'https://api.openai.com:8443/v1', ''],
    ['openai', undefined, 'http://api.openai.com/v1', 'http://api.openai.com/v1', ''],
    ['deepgram', undefined, OPENAI, OPENAI, 'sk-openai'],
    ['deepgram', undefined, FOREIGN, FOREIGN, ''],
    ['on-device', undefined, OPENAI, OPENAI, 'sk-openai'],
    ['groq', undefined, 'https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1', 'gsk-groq'],
    ['groq', undefined, 'https://api.groq.com.models.example/v1', 'https://api.groq.com.models.example/v1', ''],
    ['on-device', undefined, 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', ''],
  ] as const)('with %s at %s and own URL %s uses %s with key “%s”', ([provider, baseUrl, cleanUpUrl, at, key]) => {
    expect(readCleanUp({ provider, baseUrl, cleanUpUrl }, environment)).toEqual({ baseUrl: at, key });
    const own = { ...environment, SAYKEY_CLEAN_UP_KEY: 'own' };
    expect(readCleanUp({ provider, baseUrl, cleanUpUrl }, own)).toEqual({ baseUrl: at, key: 'own' });
  });

  test.for(['deepgram', 'groq', 'soniox', 'on-device'] as const)('is not available with %s alone', (provider) => {
    expect(() => readCleanUp({ provider }, environment)).toThrow(ConfigurationError);
  });

  test('refuses a key that can’t be sent in a header', () => {
    const environmentWith = (key: string) => ({ ...environment, SAYKEY_CLEAN_UP_KEY: key });
    expect(() => readCleanUp({ provider: 'openai' }, environmentWith('sk-ö'))).toThrow(/^SAYKEY_CLEAN_UP_KEY /);
  });
});
