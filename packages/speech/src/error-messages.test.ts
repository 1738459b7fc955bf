import { expect, test } from 'vitest';
import { sttError } from './error-messages.ts';

const adviceFor = (host: string) => sttError('auth', { host, key: '' }).advice;

test('The advice for a refused key names the page for creating a new one, if that is known', () => {
  expect(adviceFor('api.openai.com')).toBe('Check the API key, or create a new one at platform.openai.com/api-keys.');
  expect(adviceFor('api.deepgram.com')).toBe('Check the API key, or create a new one at console.deepgram.com.');
  expect(adviceFor('localhost:8000')).toBe('Check the API key, or create a new one with the provider.');
});

const networkAdvice = (host: string) => sttError('network', { host, key: '' }).advice;

test.each([
  '192.168.1.20:8000',
  '10.0.0.4',
  '172.16.0.9:11434',
  '169.254.3.4',
  '[fd12:3456::1]:8000',
  '[fe80::1]',
  'studio.local:8000',
  'nas.home.arpa',
  'studio:8000',
])('The advice for a network error at %s, on the local network, mentions the permission on macOS', (host) => {
  expect(networkAdvice(host)).toMatch(/Local Network/);
});

test.each(['api.openai.com', '172.32.0.1', '10.example.com', 'example.local.com', '[2001:db8::1]'])(
  'The advice for a network error at %s is to check the internet connection',
  (host) => {
    expect(networkAdvice(host)).toBe('Check your internet connection, then try again.');
  },
);

test.each(['localhost', 'localhost:8000', '127.0.0.1:8000', '[::1]:8000'])(
  'The advice for a network error at %s, on this computer, is to check the server',
  (host) => {
    expect(networkAdvice(host)).toBe('Check that the server is running, then try again.');
  },
);
