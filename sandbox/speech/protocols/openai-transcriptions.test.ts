import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { resample } from '../recognizer/resampler.ts';
import { writeWav } from '../recognizer/wav.ts';
import { bearer, KEY, SPEAKING, SPEECH, startTestSandbox, TEXT, type TestSandbox } from '../testing/test-sandbox.ts';

const WAV = writeWav({ rate: RECOGNIZER_RATE, samples: SPEECH.samples });

interface Upload {
  fields?: [name: string, value: string][];
  file?: Uint8Array<ArrayBuffer> | undefined;
  fileName?: string;
  headers?: Record<string, string>;
}

function transcribe(sandbox: TestSandbox, { fields = [], file, fileName = 'speech.wav', headers }: Upload) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file !== undefined) form.append('file', new Blob([file], { type: 'audio/wav' }), fileName);
  return fetch(`${sandbox.base}/v1/audio/transcriptions`, { method: 'POST', headers: headers ?? bearer(), body: form });
}

async function transcribed(sandbox: TestSandbox, fields: [string, string][], file = new Uint8Array(WAV)) {
  const response = await transcribe(sandbox, { fields, file });
  return { status: response.status, body: (await response.json()) as { text: string } };
}

describe('a transcription over HTTP', () => {
  test('returns the text of the file', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    expect(
      await transcribed(sandbox, [
        ['model', 'gpt-transcribe'],
        ['languages[]', 'de'],
        ['languages[]', 'en'],
      ]),
    ).toEqual({
      status: 200,
      body: {
        text: TEXT,
        usage: { type: 'duration', seconds: Math.ceil(SPEECH.samples.length / RECOGNIZER_RATE) },
        languages: [{ code: 'de' }],
      },
    });
    expect(sandbox.sessions()).toMatchObject([
      {
        protocol: 'openai-transcriptions',
        rate: RECOGNIZER_RATE,
        receivedSamples: SPEECH.samples.length,
        configurations: [{ model: ['gpt-transcribe'], 'languages[]': ['de', 'en'] }],
        items: [{ outcome: 'final', text: TEXT }],
      },
    ]);
  });

  test('accepts files of another rate', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const file = writeWav({ rate: 8_000, samples: resample(SPEECH.samples, RECOGNIZER_RATE, 8_000) });
    const { body } = await transcribed(sandbox, [['model', 'whisper-1']], new Uint8Array(file));
    expect(body.text).toBe(TEXT);
    expect(sandbox.sessions()[0]).toMatchObject({ rate: 8_000 });
  });

  test('streams the text if requested', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const response = await transcribe(sandbox, {
      fields: [
        ['model', 'gpt-transcribe'],
        ['stream', 'true'],
      ],
      file: new Uint8Array(WAV),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text())
      .trimEnd()
      .split('\n\n')
      .map((event) => JSON.parse(event.replace(/^data: /, '')));
    const deltas = events.slice(0, -1);
    expect(deltas.every(({ type }) => type === 'transcript.text.delta')).toBe(true);
    expect(deltas.map(({ delta }) => delta).join('')).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: TEXT, usage: { type: 'duration' } });
  });

  test('returns the whole text with whisper-1, even if streaming is requested', async () => {
    const { body } = await transcribed(await startTestSandbox(SPEAKING), [
      ['model', 'whisper-1'],
      ['stream', 'true'],
    ]);
    expect(body).toMatchObject({ text: TEXT });
  });

  test('takes as long as the scenario says', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, latency: { fixedMs: 700 } });
    const answer = transcribed(sandbox, [['model', 'whisper-1']]);
    await expect.poll(() => sandbox.sessions()[0]?.items).toHaveLength(1);
    expect(sandbox.sessions()[0]!.items).toMatchObject([{ outcome: 'pending' }]);
    sandbox.clock.advance(700);
    expect(await answer).toMatchObject({ status: 200 });
    expect(sandbox.sessions()[0]!.items).toMatchObject([{ outcome: 'final', providerMs: 700 }]);
  });

  test('accepts models that the scenario adds', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, models: ['whisper-large-v3-turbo'] });
    expect(await transcribed(sandbox, [['model', 'whisper-large-v3-turbo']])).toMatchObject({ body: { text: TEXT } });
  });

  test.each<[string, number, string | null, Upload]>([
    ['no key', 401, null, { headers: {} }],
    ['an unknown key', 401, 'invalid_api_key', { headers: bearer('sk-unknown-0123456789') }],
    ['no file', 400, 'missing_required_parameter', { file: undefined, fields: [['model', 'whisper-1']] }],
    ['no model', 400, 'missing_required_parameter', { fields: [] }],
    ['an unknown model', 404, 'model_not_found', { fields: [['model', 'gpt-9']] }],
    ['a model for sockets only', 404, 'model_not_found', { fields: [['model', 'gpt-live-transcribe']] }],
    [
      'two models',
      400,
      'invalid_value',
      {
        fields: [
          ['model', 'whisper-1'],
          ['model', 'whisper-1'],
        ],
      },
    ],
    [
      'an unknown field',
      400,
      'unknown_parameter',
      {
        fields: [
          ['model', 'whisper-1'],
          ['speed', '2'],
        ],
      },
    ],
    [
      'another format',
      400,
      'invalid_value',
      {
        fields: [
          ['model', 'gpt-transcribe'],
          ['response_format', 'srt'],
        ],
      },
    ],
    [
      'languages for an old model',
      400,
      'invalid_parameter',
      {
        fields: [
          ['model', 'whisper-1'],
          ['languages[]', 'en'],
        ],
      },
    ],
    [
      'keywords for an old model',
      400,
      'invalid_parameter',
      {
        fields: [
          ['model', 'whisper-1'],
          ['keywords[]', 'a'],
        ],
      },
    ],
    [
      'logprobs for a new model',
      400,
      'invalid_parameter',
      {
        fields: [
          ['model', 'gpt-transcribe'],
          ['include[]', 'logprobs'],
        ],
      },
    ],
    ['a name without extension', 400, null, { fileName: 'speech' }],
    ['a name of another type', 400, null, { fileName: 'speech.txt' }],
    ['bytes that are no audio', 400, 'invalid_value', { file: new Uint8Array(1_000) }],
    [
      'less than 100 ms',
      400,
      'audio_too_short',
      { file: new Uint8Array(writeWav({ rate: 8_000, samples: new Float32Array(799) })) },
    ],
    ['more than 25 MB', 413, null, { file: new Uint8Array(LIMITS.largestFileBytes + 1) }],
  ])('is refused for %s', async (_, status, code, upload) => {
    const sandbox = await startTestSandbox(SPEAKING);
    const response = await transcribe(sandbox, {
      fields: [['model', 'whisper-1']],
      file: new Uint8Array(WAV),
      ...upload,
    });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { code: string | null } };
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
    expect(error.code).toBe(code);
    if (status !== 401) expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });

  test('accepts exactly 25 MB', async () => {
    const sandbox = await startTestSandbox();
    const file = writeWav({ rate: RECOGNIZER_RATE, samples: new Float32Array((LIMITS.largestFileBytes - 44) / 2) });
    expect((await transcribed(sandbox, [['model', 'whisper-1']], new Uint8Array(file))).body).toMatchObject({
      text: '',
    });
  });

  test('is refused without a form', async () => {
    const { base } = await startTestSandbox();
    const response = await fetch(`${base}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: bearer(),
      body: 'text',
    });
    expect(response.status).toBe(400);
  });

  test('needs no key if the scenario "anonymous" exists', async () => {
    const sandbox = await startTestSandbox();
    sandbox.setScenario(SPEAKING, 'anonymous');
    const response = await transcribe(sandbox, {
      fields: [['model', 'whisper-1']],
      file: new Uint8Array(WAV),
      headers: {},
    });
    expect(await response.json()).toMatchObject({ text: TEXT });
  });
});

describe('the list of models', () => {
  test('is returned for a valid key, with the shutdown date of old models', async () => {
    const { base } = await startTestSandbox({ models: ['mine'] });
    const response = await fetch(`${base}/v1/models`, { headers: bearer() });
    const { data } = (await response.json()) as { data: unknown[] };
    expect(data).toContainEqual(expect.objectContaining({ id: 'gpt-transcribe', object: 'model' }));
    expect(data).toContainEqual(expect.objectContaining({ id: 'whisper-1', shutdown_date: '2027-02-26' }));
    expect(data).toContainEqual(expect.objectContaining({ id: 'mine' }));
  });

  test('returns a single model too', async () => {
    const { base } = await startTestSandbox();
    const model = await fetch(`${base}/v1/models/gpt-live-transcribe`, { headers: bearer() });
    expect(await model.json()).toMatchObject({ id: 'gpt-live-transcribe' });
    const missing = await fetch(`${base}/v1/models/gpt-9`, { headers: bearer() });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { code: 'model_not_found' } });
  });

  test('is refused for a bad or missing key', async () => {
    const { base } = await startTestSandbox({ key: 'refused' });
    expect((await fetch(`${base}/v1/models`, { headers: bearer(KEY) })).status).toBe(401);
    expect((await fetch(`${base}/v1/models`)).status).toBe(401);
  });
});

test('an unknown path is answered with an error object', async () => {
  const { base } = await startTestSandbox();
  const response = await fetch(`${base}/v1/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});
