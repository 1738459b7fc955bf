import { expect, test } from 'vitest';
import { playUploadServer, uploadRefusal } from '../testing/played-upload-server.ts';
import { describeProvider } from '../testing/provider-rules.ts';
import { startRecorded } from '../testing/recorded-session.ts';
import { settlePromises } from '../testing/settle-promises.ts';
import { createMistralProvider, MISTRAL_PROFILE } from './mistral-provider.ts';

const CONFIG = { model: 'voxtral-mini-latest', languages: [], keywords: [] };

test('Mistral gets a single two-letter language, and each word of a keyword separately', () => {
  const keywords = ['Ann Lee', 'Lee', 'Oslo, Bergen', '<x>'];
  expect(MISTRAL_PROFILE.parameters({ ...CONFIG, languages: ['fr-CA'], keywords, prompt: 'A letter.' })).toEqual({
    language: 'fr',
    context_bias: ['Ann', 'Lee', 'Oslo', 'Bergen', 'x'],
  });
  expect(MISTRAL_PROFILE.parameters({ ...CONFIG, languages: ['haw'] })).toEqual({});
  expect(MISTRAL_PROFILE.parameters({ ...CONFIG, languages: ['de', 'en'] })).toEqual({});
});

test('Mistral gets no more words than it accepts', () => {
  const keywords = Array.from({ length: 101 }, (_, index) => `word-${index}`);
  expect(MISTRAL_PROFILE.parameters({ ...CONFIG, keywords }).context_bias).toEqual(keywords.slice(0, 100));
});

test('The words are sent as fields with the same name', () => {
  const { session, transport } = startRecorded(createMistralProvider, { config: { keywords: ['Ann Lee'] } });
  session.push(new Int16Array(24_000));
  session.cut();
  const fields = transport.exchanges[0]!.request.form!.map((field) => [field.name, 'value' in field && field.value]);
  expect(fields.slice(0, -1)).toEqual([
    ['model', 'voxtral-mini-latest'],
    ['context_bias', 'Ann'],
    ['context_bias', 'Lee'],
  ]);
});

test('A word list that the server refuses is omitted', async () => {
  const { session, transport } = startRecorded(createMistralProvider, { config: { keywords: ['Ann'] } });
  session.push(new Int16Array(24_000));
  session.cut();
  const detail = [{ type: 'extra_forbidden', loc: ['body', 'context_bias'], msg: 'Extra inputs are not permitted' }];
  transport.exchanges[0]!.respond(422, {}, JSON.stringify({ detail }));
  await settlePromises();
  expect(transport.exchanges[1]!.request.form!.map(({ name }) => name)).toEqual(['model', 'file']);
});

describeProvider('Mistral', {
  create: createMistralProvider,
  play: playUploadServer,
  refusals: [
    uploadRefusal('the key is refused', 401, '{"detail":"Unauthorized"}', 'auth'),
    uploadRefusal('no credit is left', 402, '{"detail":"what was said"}', 'quota'),
    uploadRefusal('too many requests', 429, '{"message":"Requests rate limit exceeded"}', 'rate-limit'),
    uploadRefusal(
      'no such model',
      400,
      '{"object":"error","message":"Invalid model: secret-key","type":"invalid_model","param":null,"code":"1500"}',
      'bad-config',
    ),
    uploadRefusal('the server has an error', 503, '{"object":"error","message":"Service unavailable."}', 'server'),
  ],
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"object":"list","data":[]}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"detail":"Unauthorized"}'),
  },
});
