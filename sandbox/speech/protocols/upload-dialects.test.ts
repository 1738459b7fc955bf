import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { writeWav } from '../recognizer/wav.ts';
import { bearer, SPEAKING, SPEECH, startTestSandbox, TEXT } from '../testing/test-sandbox.ts';

/** Requests a transcription of `SPEECH`. */
async function transcribe(fields: [name: string, value: string][]) {
  const sandbox = await startTestSandbox(SPEAKING);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const bytes = new Uint8Array(writeWav({ rate: RECOGNIZER_RATE, samples: SPEECH.samples }));
  form.append('file', new Blob([bytes], { type: 'audio/wav' }), 'audio.wav');
  const response = await fetch(`${sandbox.base}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: bearer(),
    body: form,
  });
  return {
    status: response.status,
    body: (await response.json()) as object,
    violations: sandbox.sessions()[0]!.violations,
  };
}

describe('a request for a Groq model', () => {
  const model: [string, string] = ['model', 'whisper-large-v3-turbo'];

  test('gets Groq’s response, with Whisper’s space before the text', async () => {
    const answer = await transcribe([model, ['language', 'en'], ['prompt', 'Ann'], ['response_format', 'json']]);
    expect(answer).toMatchObject({ status: 200, body: { text: ` ${TEXT}`, x_groq: { id: expect.any(String) } } });
  });

  test.each([
    ['stream', 'true'],
    ['keywords[]', 'Ann'],
    ['languages[]', 'en'],
    ['language', 'english'],
    ['prompt', 'x'.repeat(449)],
    ['response_format', 'srt'],
  ])('is refused with %s: %s', async (name, value) => {
    const { status, body, violations } = await transcribe([model, [name, value]]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error', param: name } });
    expect(violations).toHaveLength(1);
  });
});

describe('a request for a Mistral model', () => {
  const model: [string, string] = ['model', 'voxtral-mini-latest'];

  test('gets Mistral’s response', async () => {
    const answer = await transcribe([model, ['language', 'en'], ['context_bias', 'Ann'], ['context_bias', 'Lee']]);
    expect(answer).toMatchObject({
      status: 200,
      body: { model: 'voxtral-mini-latest', text: TEXT, language: 'en', segments: [] },
    });
  });

  test.each([
    ['prompt', 'A letter.'],
    ['response_format', 'json'],
    ['language', 'haw'],
    ['context_bias', 'Ann Lee'],
    ['context_bias[]', 'Ann'],
  ])('is refused with %s: %s', async (name, value) => {
    const { status, body, violations } = await transcribe([model, [name, value]]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', name] }] });
    expect(violations).toHaveLength(1);
  });
});
