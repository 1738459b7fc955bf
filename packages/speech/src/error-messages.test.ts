import { expect, test } from 'vitest';
import { sttError } from './error-messages.ts';

const adviceFor = (host: string) => sttError('auth', { host, key: '' }).advice;

test('A refused key names the page where a new one is made, where that is known', () => {
  expect(adviceFor('api.openai.com')).toBe('Check the API key, or create a new one at platform.openai.com/api-keys.');
  expect(adviceFor('api.deepgram.com')).toBe('Check the API key, or create a new one at console.deepgram.com.');
  expect(adviceFor('localhost:8000')).toBe('Check the API key, or create a new one with the provider.');
});
