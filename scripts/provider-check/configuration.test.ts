import { describe, expect, test } from 'vitest';
import { readWays } from './configuration.ts';

function optionsById(environment: Record<string, string>) {
  return Object.fromEntries(readWays(environment).map(({ id, options }) => [id, options]));
}

describe('readWays', () => {
  test('returns no options without keys and addresses, or with empty ones', () => {
    expect(
      Object.values(optionsById({ OPENAI_API_KEY: '', SAYKEY_COMPATIBLE_URL: '' })).every((own) => own === undefined),
    ).toBe(true);
  });

  test('uses the providers’ own addresses by default', () => {
    expect(optionsById({ OPENAI_API_KEY: 'sk-1', DEEPGRAM_API_KEY: 'dg-1' })).toMatchObject({
      'openai-phrases': { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' },
      'openai-live': { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' },
      'openai-files': { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' },
      compatible: undefined,
      deepgram: { baseUrl: 'https://api.deepgram.com/v1', key: 'dg-1' },
    });
    expect(optionsById({ GROQ_API_KEY: 'gsk-1' })).toHaveProperty('groq', {
      baseUrl: 'https://api.groq.com/openai/v1',
      key: 'gsk-1',
    });
  });

  test('uses another address instead if one is given', () => {
    const { 'openai-live': openai, deepgram } = optionsById({
      OPENAI_API_KEY: 'sk-1',
      DEEPGRAM_API_KEY: 'dg-1',
      SAYKEY_SPEECH_URL: 'http://localhost:3003/v1/',
    });
    expect([openai?.baseUrl, deepgram?.baseUrl]).toEqual(['http://localhost:3003/v1', 'http://localhost:3003/v1']);
  });

  test('gives a compatible server no key but its own', () => {
    const environment = { OPENAI_API_KEY: 'sk-1', SAYKEY_COMPATIBLE_URL: 'http://localhost:8000/v1' };
    expect(optionsById(environment)).toHaveProperty('compatible', { baseUrl: 'http://localhost:8000/v1', key: '' });
    const withKey = { ...environment, SAYKEY_COMPATIBLE_KEY: 'own' };
    expect(optionsById(withKey)).toHaveProperty('compatible', { baseUrl: 'http://localhost:8000/v1', key: 'own' });
  });

  test.each([
    ['DEEPGRAM_API_KEY', 'two words'],
    ['SAYKEY_COMPATIBLE_URL', 'ftp://secret.example'],
  ])('rejects an invalid %s by name, without its value', (name, value) => {
    expect(() => readWays({ [name]: value })).toThrow(new RegExp(`^${name} (?!.*(words|secret))`));
  });
});
