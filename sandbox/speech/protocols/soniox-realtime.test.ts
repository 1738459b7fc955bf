import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { type Message, SocketClient } from '../testing/socket-client.ts';
import { joined, silence } from '../testing/synthetic-speech.ts';
import {
  bearer,
  SPEAKING,
  SPEECH,
  startTestSandbox,
  TEXT,
  type TestSandbox,
  wordsOfSpeech,
} from '../testing/test-sandbox.ts';

interface Answer {
  tokens: { text: string; is_final: boolean; start_ms?: number }[];
  finished?: boolean;
  error_code?: number;
  error_message?: string;
}

const START = { model: 'stt-rt-v5', audio_format: 'pcm_s16le', sample_rate: RECOGNIZER_RATE, num_channels: 1 };

async function open(sandbox: TestSandbox, start: object = START) {
  const client = await SocketClient.open(`${sandbox.socketBase}/v1/transcribe-websocket`, bearer());
  client.send(start);
  return client;
}

function stream(client: SocketClient, samples: Float32Array): void {
  const bytes = toPcm16(samples);
  for (let at = 0; at < bytes.length; at += RECOGNIZER_RATE / 5)
    client.send(bytes.subarray(at, at + RECOGNIZER_RATE / 5));
}

const answersOf = (messages: Message[]) => messages as unknown as Answer[];
const finalText = (answers: readonly Answer[]) =>
  answers.flatMap(({ tokens }) => (tokens ?? []).filter((token) => token.is_final).map(({ text }) => text)).join('');

describe('a Soniox stream', () => {
  test('requires the key in the upgrade request', async () => {
    const { socketBase } = await startTestSandbox();
    const url = `${socketBase}/v1/transcribe-websocket`;
    expect(await SocketClient.refused(url, {})).toMatchObject({ status: 401 });
    expect(await SocketClient.refused(url, bearer('unknown'))).toMatchObject({ status: 401 });
  });

  test.each([
    ['an unknown model', { ...START, model: 'stt-rt' }],
    ['a key in the message', { ...START, api_key: 'x' }],
    ['no rate', { ...START, sample_rate: undefined }],
    ['another format', { ...START, audio_format: 'auto' }],
    ['too long a context', { ...START, context: { text: 'x'.repeat(10_001) } }],
    ['a language that is none', { ...START, language_hints: ['en-US'] }],
  ])('is refused with 400 for %s', async (_, start) => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox, start);
    await client.closed;
    expect(answersOf(client.rest())).toEqual([{ error_code: 400, error_message: expect.any(String) }]);
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });

  test('sends each final token once, and all of them before the marker', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    stream(client, SPEECH.samples);
    client.send({ type: 'finalize' });
    const answers = answersOf(await client.soFar());
    expect(finalText(answers)).toBe(` ${TEXT}<fin>`);
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.some(({ tokens }) => tokens.some((token) => !token.is_final))).toBe(true);
    expect(answers.at(-2)!.tokens.some((token) => token.is_final)).toBe(true);
  });

  test('continues after the marker, and is finished by an empty frame', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await open(sandbox);
    for (const words of [wordsOfSpeech(0, 4), wordsOfSpeech(4, 10)]) {
      stream(client, words);
      client.send({ type: 'finalize' });
    }
    client.send(Buffer.alloc(0));
    expect(await client.closed).toMatchObject({ code: 1000 });
    const answers = answersOf(client.rest());
    expect(finalText(answers)).toBe(' One two, three four.<fin> Five six seven eight nine ten.<fin>');
    expect(answers.at(-1)).toMatchObject({ tokens: [], finished: true });
    expect(sandbox.sessions()[0]!.items.map(({ text }) => text)).toEqual([
      'One two, three four.',
      'Five six seven eight nine ten.',
    ]);
  });

  test('is finished even without audio', async () => {
    const client = await open(await startTestSandbox());
    client.send(Buffer.alloc(0));
    await client.closed;
    expect(answersOf(client.rest())).toMatchObject([{ tokens: [], finished: true }]);
  });

  test('ends after 20 seconds without audio or keepalive', async () => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    await client.soFar();
    sandbox.clock.advance(19_000);
    client.send({ type: 'keepalive' });
    await client.soFar();
    sandbox.clock.advance(19_999);
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(1);
    await client.closed;
    expect(answersOf(client.rest())).toMatchObject([{ error_code: 408 }]);
  });

  test.each<[string, string | Buffer]>([
    ['an unknown message', '{"type":"stop"}'],
    ['half a sample', Buffer.from([1])],
    ['audio far ahead of time', toPcm16(joined([silence(31_000)]))],
  ])('ends after %s', async (_, frame) => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    client.send(frame);
    await client.closed;
    expect(answersOf(client.rest()).at(-1)).toMatchObject({ error_code: 400 });
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });
});
