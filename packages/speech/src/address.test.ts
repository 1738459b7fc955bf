import { expect, test } from 'vitest';
import { hostOf, webSocketAddress } from './address.ts';

test.each([
  ['https://api.openai.com/v1', 'api.openai.com'],
  ['https://API.OpenAI.com:443/v1', 'api.openai.com'],
  ['http://localhost:3003/v1', 'localhost:3003'],
  ['http://localhost:80/v1', 'localhost'],
  ['https://localhost:80/v1', 'localhost:80'],
  ['http://[::1]:8080/v1', '[::1]:8080'],
  ['https://name:secret@speech.example/v1', 'speech.example'],
  ['https://speech.example?x=@elsewhere', 'speech.example'],
  ['https://speech.example', 'speech.example'],
])('The host of %s is %s', (baseUrl, host) => {
  expect(hostOf(baseUrl)).toBe(host);
});

test('A WebSocket address is encrypted exactly if the base URL is', () => {
  expect(webSocketAddress('https://api.openai.com/v1')).toBe('wss://api.openai.com/v1');
  expect(webSocketAddress('http://localhost:3003/v1')).toBe('ws://localhost:3003/v1');
});
