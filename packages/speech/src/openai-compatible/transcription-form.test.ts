import { expect, test } from 'vitest';
import { fileModel, openAiParameters, refusedParameter, transcriptionForm } from './transcription-form.ts';

const CONFIG = { model: 'whisper-large-v3', languages: [], keywords: [] };

test('A streaming-only model is replaced by one for files', () => {
  expect(fileModel('gpt-live-transcribe')).toBe('gpt-transcribe');
  expect(fileModel('gpt-realtime-whisper')).toBe('gpt-transcribe');
  expect(fileModel('gpt-4o-transcribe')).toBe('gpt-4o-transcribe');
});

test.each(['gpt-transcribe', 'gpt-live-transcribe', 'gpt-realtime-whisper'])(
  '%s gets lists of languages and keywords',
  (model) => {
    const config = { model, languages: ['en-GB', 'de'], keywords: ['Saykey', '<b>'], prompt: 'A talk.' };
    expect(openAiParameters(config)).toEqual({
      response_format: 'json',
      stream: 'true',
      languages: ['en', 'de'],
      keywords: ['Saykey', 'b'],
      prompt: 'A talk.',
    });
  },
);

test('Other models get one language, and the keywords after the prompt', () => {
  const config = { ...CONFIG, languages: ['de-DE'], keywords: ['Ärzte', 'Bö'], prompt: 'A talk.' };
  expect(openAiParameters(config)).toEqual({
    response_format: 'json',
    stream: 'true',
    language: 'de',
    prompt: 'A talk. Ärzte, Bö',
  });
  expect(openAiParameters({ ...CONFIG, keywords: ['Ärzte'] })).toMatchObject({ prompt: 'Ärzte' });
});

test('Several languages are not sent to a model that accepts only one', () => {
  expect(openAiParameters({ ...CONFIG, languages: ['de', 'en'] })).not.toHaveProperty('language');
  expect(openAiParameters({ ...CONFIG, languages: ['en-US', 'en-GB'] })).toHaveProperty('language', 'en');
});

test('A model that does not stream is not asked to', () => {
  expect(openAiParameters({ ...CONFIG, model: 'whisper-1' })).toEqual({ response_format: 'json' });
});

test('The form has a separate field for each item of a list, and the file last', () => {
  const file = new Uint8Array(3);
  const parameters = { stream: 'true', languages: ['en', 'de'] };
  expect(transcriptionForm(file, 'gpt-live-transcribe', parameters)).toEqual([
    { name: 'model', value: 'gpt-transcribe' },
    { name: 'stream', value: 'true' },
    { name: 'languages[]', value: 'en' },
    { name: 'languages[]', value: 'de' },
    { name: 'file', fileName: 'audio.wav', contentType: 'audio/wav', bytes: file },
  ]);
});

const SENT = { response_format: 'json', stream: 'true', languages: ['en'], keywords: ['a'], prompt: 'p' };

test.each([
  [{ error: { message: 'Unknown parameter.', param: 'keywords' } }, 'keywords'],
  [{ error: { message: 'No.', param: 'languages[0]' } }, 'languages'],
  [{ error: { message: 'The prompt is too long', param: null } }, 'prompt'],
  [{ detail: [{ loc: ['body', 'response_format'], msg: 'unexpected' }] }, 'response_format'],
  [{ error: { message: 'keywords and stream', param: 'stream' } }, 'stream'],
  [{ error: { message: 'The model does not exist', param: 'model' } }, 'stream'],
  [{ error: { message: 'language is not supported' } }, 'stream'],
  ['Bad Request', 'stream'],
])('The refusal %j is about %s', (body, parameter) => {
  expect(refusedParameter(typeof body === 'string' ? body : JSON.stringify(body), SENT)).toBe(parameter);
});

test('A refusal of a request without optional parameters is final', () => {
  expect(refusedParameter('{"error":{"message":"stream prompt","param":"prompt"}}', {})).toBeUndefined();
});
