import { expect, test } from 'vitest';
import { GROQ } from '../limits.ts';
import { playUploadServer, uploadRefusal } from '../testing/played-upload-server.ts';
import { describeProvider } from '../testing/provider-rules.ts';
import { createGroqProvider, GROQ_PROFILE } from './groq-provider.ts';

const CONFIG = { model: 'whisper-large-v3-turbo', languages: [], keywords: [] };

test('Groq is asked for JSON, in a single language, with the keywords after the prompt, and never for a stream', () => {
  const config = { ...CONFIG, languages: ['pt-BR'], keywords: ['Ann', 'Bö <x>'], prompt: 'A letter.' };
  expect(GROQ_PROFILE.parameters(config)).toEqual({
    response_format: 'json',
    language: 'pt',
    prompt: 'A letter. Ann, Bö x',
  });
  expect(GROQ_PROFILE.parameters({ ...CONFIG, languages: ['de', 'en'] })).toEqual({ response_format: 'json' });
});

test('The prompt is no longer than Groq accepts, and ends with a whole keyword', () => {
  const keywords = Array.from({ length: 200 }, (_, index) => `keyword-${100 + index}`);
  const prompt = String(GROQ_PROFILE.parameters({ ...CONFIG, keywords }).prompt);
  expect(prompt.length).toBeLessThanOrEqual(GROQ.maxPromptCharacters);
  expect(prompt).toMatch(/^keyword-100, keyword-101, .*, keyword-1\d\d$/);
  expect(String(GROQ_PROFILE.parameters({ ...CONFIG, prompt: 'x'.repeat(1_000) }).prompt)).toHaveLength(448);
});

describeProvider('Groq', {
  create: createGroqProvider,
  play: playUploadServer,
  refusals: [
    uploadRefusal(
      'the key is refused',
      401,
      '{"error":{"message":"Invalid API Key","type":"invalid_request_error","code":"invalid_api_key"}}',
      'auth',
    ),
    uploadRefusal(
      'too many requests',
      429,
      '{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}',
      'rate-limit',
    ),
    uploadRefusal('no credit is left', 402, '', 'quota'),
    uploadRefusal('the file is too large', 413, '{"error":{"message":"Request Entity Too Large"}}', 'bad-config'),
    uploadRefusal('there is no room at the moment', 498, '', 'rate-limit'),
    uploadRefusal('the server has an error', 502, '<html>Bad gateway</html>', 'server'),
  ],
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"object":"list","data":[]}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"error":{"code":"invalid_api_key"}}'),
  },
});
