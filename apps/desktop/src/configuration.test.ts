import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { ConfigurationError, readConfiguration } from './configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
const recording = join(folder, 'speech.wav');
writeFileSync(recording, '');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the environment', () => {
  it('may be empty', () => {
    expect(readConfiguration({ OPENAI_API_KEY: '', SAYKEY_HOME: '' })).toEqual({
      home: join(homedir(), '.config', 'saykey'),
      speech: { baseUrl: undefined, keys: {} },
      apiUrl: 'http://localhost:3001',
      siteUrl: 'http://localhost:3000',
      display: undefined,
      fakeMicrophone: undefined,
      skipOnboarding: false,
    });
  });

  it('sets the folder, addresses, keys, display and recording, and can skip onboarding', () => {
    const environment = {
      SAYKEY_HOME: 'data',
      SAYKEY_SPEECH_URL: 'http://localhost:3003/v1/',
      SAYKEY_API_URL: 'https://api.example.com/',
      SAYKEY_SITE_URL: 'https://www.example.com/',
      SAYKEY_FAKE_MIC: 'speech.wav',
      DISPLAY: ':7',
      SAYKEY_SKIP_ONBOARDING: '1',
      OPENAI_API_KEY: ' sk-1 ',
      DEEPGRAM_API_KEY: 'dg-1',
      INIT_CWD: folder,
    };
    expect(readConfiguration(environment)).toEqual({
      home: join(folder, 'data'),
      speech: {
        baseUrl: 'http://localhost:3003/v1',
        keys: { openai: 'sk-1', 'openai-compatible': 'sk-1', deepgram: 'dg-1' },
      },
      apiUrl: 'https://api.example.com',
      siteUrl: 'https://www.example.com',
      display: ':7',
      fakeMicrophone: recording,
      skipOnboarding: true,
    });
  });

  test.each([
    ['SAYKEY_SPEECH_URL', 'localhost:3003', 'must start with http:// or https://.'],
    ['SAYKEY_API_URL', 'ftp://api.example.com', 'must start with http:// or https://.'],
    ['SAYKEY_FAKE_MIC', 'nowhere.wav', "doesn't name a file."],
    ['SAYKEY_SKIP_ONBOARDING', 'yes', 'must be 1 or unset.'],
    [
      'OPENAI_API_KEY',
      'two words',
      'contains a character that doesn’t belong there, such as a space or a line break. Copy the API key again.',
    ],
  ])('with an invalid %s is rejected with an error that names only the variable', (name, value, problem) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(new ConfigurationError(`${name} ${problem}`));
  });
});
