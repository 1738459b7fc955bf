import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { SocketClient } from '../testing/socket-client.ts';
import { silence } from '../testing/synthetic-speech.ts';
import { KEY, SPEAKING, startTestSandbox, type TestSandbox, wordsOfSpeech } from '../testing/test-sandbox.ts';

interface Answer {
  message_type: string;
  text?: string;
  error?: string;
}

const BASE = 'model_id=scribe_v2_realtime&audio_format=pcm_24000&commit_strategy=manual';
const AUTHORIZED = { 'xi-api-key': KEY };

const open = ({ socketBase }: TestSandbox, query = BASE) =>
  SocketClient.open(`${socketBase}/v1/speech-to-text/realtime?${query}`, AUTHORIZED);

const chunk = (samples: Float32Array, more: object = {}) => ({
  message_type: 'input_audio_chunk',
  audio_base_64: toPcm16(samples).toString('base64'),
  commit: false,
  sample_rate: RECOGNIZER_RATE,
  ...more,
});

function stream(client: SocketClient, samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += RECOGNIZER_RATE / 10)
    client.send(chunk(samples.subarray(at, at + RECOGNIZER_RATE / 10)));
}

const answersOf = (messages: unknown[]) => messages as Answer[];
const COMMIT = chunk(new Float32Array(), { commit: true });

describe('an ElevenLabs session', () => {
  test('requires the key in its own header', async () => {
    const { socketBase } = await startTestSandbox();
    const url = `${socketBase}/v1/speech-to-text/realtime?${BASE}`;
    expect(await SocketClient.refused(url, { Authorization: `Bearer ${KEY}` })).toMatchObject({
      status: 401,
      body: { detail: { status: 'invalid_api_key' } },
    });
  });

  test.each([
    ['an unknown model', BASE.replace('scribe_v2', 'scribe_v9')],
    ['a format that is none', BASE.replace('24000', '12345')],
    ['too many terms', `${BASE}${'&keyterms=a'.repeat(51)}`],
    ['a term that is too long', `${BASE}&keyterms=${'x'.repeat(21)}`],
    ['an unknown parameter', `${BASE}&speed=2`],
  ])('opens, then is refused for %s', async (_, query) => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox, query);
    await client.closed;
    expect(answersOf(client.rest())).toMatchObject([{ message_type: 'invalid_request', error: expect.any(String) }]);
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });

  test('sends partial transcripts, and commits on request', async () => {
    const client = await open(await startTestSandbox(SPEAKING), `${BASE}&language_code=en&keyterms=Ann`);
    stream(client, wordsOfSpeech(0, 4));
    client.send(COMMIT);
    stream(client, wordsOfSpeech(4, 10));
    client.send(COMMIT);
    const answers = answersOf(await client.soFar());
    expect(answers[0]).toMatchObject({ message_type: 'session_started', session_id: expect.any(String) });
    expect(answers.some(({ message_type }) => message_type === 'partial_transcript')).toBe(true);
    expect(
      answers.filter(({ message_type }) => message_type === 'committed_transcript').map(({ text }) => text),
    ).toEqual(['One two, three four.', 'Five six seven eight nine ten.']);
  });

  test('returns an empty text for silence, and ignores commits of too little audio', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await open(sandbox);
    stream(client, silence(290));
    client.send(COMMIT);
    stream(client, silence(20));
    client.send(COMMIT);
    expect(answersOf(await client.soFar()).slice(1)).toEqual([
      { message_type: 'commit_throttled', error: expect.stringContaining('0.29s') },
      { message_type: 'committed_transcript', text: '' },
    ]);
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });

  test.each<[string, object | Buffer, string]>([
    ['bytes', Buffer.alloc(4), 'input_error'],
    ['another rate', chunk(silence(100), { sample_rate: 16_000 }), 'input_error'],
    ['audio far ahead of time', chunk(silence(31_000)), 'queue_overflow'],
  ])('ends after %s', async (_, frame, type) => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    client.send(frame);
    await client.closed;
    expect(answersOf(client.rest()).at(-1)).toMatchObject({ message_type: type });
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });

  test('accepts previous_text with the first audio only', async () => {
    const client = await open(await startTestSandbox());
    client.send(chunk(silence(100), { previous_text: 'Before.' }));
    expect(answersOf(await client.soFar())).toHaveLength(1);
    client.send(chunk(silence(100), { previous_text: 'Before.' }));
    await client.closed;
    expect(answersOf(client.rest()).at(-1)).toMatchObject({ message_type: 'input_error' });
  });

  test('ends at its maximum age', async () => {
    const sandbox = await startTestSandbox({ sessionMaxMs: 1_000 });
    const client = await open(sandbox);
    await client.soFar();
    sandbox.clock.advance(1_000);
    await client.closed;
    expect(answersOf(client.rest()).at(-1)).toMatchObject({ message_type: 'session_time_limit_exceeded' });
  });
});

test('The user is returned for a valid key only', async () => {
  const { base } = await startTestSandbox();
  const ask = (key: string) => fetch(`${base}/v1/user`, { headers: { 'xi-api-key': key } });
  expect(await (await ask(KEY)).json()).toMatchObject({ user_id: expect.any(String) });
  expect((await ask('unknown')).status).toBe(401);
});
