import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { SocketClient } from '../testing/socket-client.ts';
import { joined, silence } from '../testing/synthetic-speech.ts';
import { KEY, SPEAKING, SPEECH, startTestSandbox, type TestSandbox, wordsOfSpeech } from '../testing/test-sandbox.ts';

interface Turn {
  type: string;
  turn_order: number;
  end_of_turn: boolean;
  turn_is_formatted: boolean;
  transcript: string;
  words: { text: string; start: number; end: number }[];
  error_code?: number;
}

const BASE = `speech_model=universal-streaming-multilingual&sample_rate=${RECOGNIZER_RATE}&encoding=pcm_s16le&format_turns=true`;
const AUTHORIZED = { Authorization: KEY };

const open = ({ socketBase }: TestSandbox, query = BASE) =>
  SocketClient.open(`${socketBase}/v1/ws?${query}`, AUTHORIZED);

/** Sends audio in frames of 100 ms, the last one filled up with silence, as frames below 50 ms are refused. */
function stream(client: SocketClient, samples: Float32Array): void {
  const bytes = toPcm16(joined([samples, silence(100)]));
  const frame = RECOGNIZER_RATE / 5;
  for (let at = 0; at + frame <= bytes.length; at += frame) client.send(bytes.subarray(at, at + frame));
}

const turnsOf = (messages: unknown[]) => (messages as Turn[]).filter(({ type }) => type === 'Turn');

describe('an AssemblyAI upgrade', () => {
  test.each([
    ['no key', {}],
    ['a scheme', { Authorization: `Bearer ${KEY}` }],
    ['an unknown key', { Authorization: 'unknown' }],
  ])('is refused with 401 for %s', async (_, headers) => {
    const { socketBase } = await startTestSandbox();
    expect(await SocketClient.refused(`${socketBase}/v1/ws?${BASE}`, headers)).toMatchObject({ status: 401 });
  });

  test.each([
    ['no model', BASE.replace('speech_model=universal-streaming-multilingual&', '')],
    ['another encoding', BASE.replace('pcm_s16le', 'opus')],
    ['a misspelt parameter', `${BASE}&speechModel=x`],
    ['terms that are no list', `${BASE}&keyterms_prompt=Ann`],
    ['too many terms', `${BASE}&keyterms_prompt=${JSON.stringify(new Array(101).fill('a'))}`],
  ])('is refused with 400 for %s', async (_, query) => {
    const sandbox = await startTestSandbox();
    const answer = await SocketClient.refused(`${sandbox.socketBase}/v1/ws?${query}`, AUTHORIZED);
    expect(answer).toMatchObject({ status: 400 });
    expect(sandbox.sessions()[0]!.violations).toHaveLength(1);
  });
});

describe('an AssemblyAI session', () => {
  test('with a refused key is closed with 1008', async () => {
    const client = await open(await startTestSandbox({ key: 'refused' }));
    expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('Authorization') });
  });

  test('begins, sends turns as they grow, ends each at a pause, and then formats it', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    stream(client, joined([wordsOfSpeech(0, 4), silence(800), wordsOfSpeech(4, 10), silence(800)]));
    client.send({ type: 'Terminate' });
    expect(await client.closed).toMatchObject({ code: 1000 });
    const messages = client.rest();
    expect(messages[0]).toMatchObject({ type: 'Begin', id: expect.any(String), expires_at: expect.any(Number) });
    expect(messages.at(-1)).toMatchObject({ type: 'Termination' });
    const ended = turnsOf(messages).filter((turn) => turn.end_of_turn);
    expect(ended.map((turn) => [turn.turn_order, turn.turn_is_formatted, turn.transcript])).toEqual([
      [0, false, 'one two three four'],
      [0, true, 'One two, three four.'],
      [1, false, 'five six seven eight nine ten'],
      [1, true, 'Five six seven eight nine ten.'],
    ]);
    expect(ended[0]!.words[0]!.start).toBeCloseTo(SPEECH.words[0]!.startMs, -2);
    expect(turnsOf(messages).some((turn) => !turn.end_of_turn)).toBe(true);
  });

  test('ends the open turn on ForceEndpoint, and sends nothing for silence', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    stream(client, wordsOfSpeech(0, 3));
    client.send({ type: 'ForceEndpoint' });
    stream(client, silence(1_000));
    client.send({ type: 'ForceEndpoint' });
    const ended = turnsOf(await client.soFar()).filter((turn) => turn.turn_is_formatted);
    expect(ended.map(({ transcript }) => transcript)).toEqual(['One two, three']);
  });

  test.each<[string, string | Buffer, number]>([
    ['an unknown message', '{"type":"Stop"}', 3006],
    ['a frame that is too short', Buffer.alloc(100), 3007],
    ['a frame that is too long', Buffer.alloc(2 * RECOGNIZER_RATE + 2), 3007],
  ])('is closed after %s', async (_, frame, code) => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    client.send(frame);
    expect(await client.closed).toMatchObject({ code });
    expect(sandbox.sessions()[0]!.violations).toMatchObject([{ code: `${code}` }]);
  });

  test('is closed when audio runs far ahead of real time, and at its maximum age', async () => {
    const sandbox = await startTestSandbox();
    const fast = await open(sandbox);
    stream(fast, silence(31_000));
    expect(await fast.closed).toMatchObject({ code: 3007, reason: expect.stringContaining('Rate Exceeded') });
    const old = await open(sandbox);
    sandbox.clock.advance(3_600_000);
    expect(await old.closed).toMatchObject({ code: 3008 });
  });
});

test('A token is issued for a valid key only', async () => {
  const { base } = await startTestSandbox();
  const ask = (authorization: string) =>
    fetch(`${base}/v1/token?expires_in_seconds=60`, { headers: { authorization } });
  expect(await (await ask(KEY)).json()).toMatchObject({ token: expect.any(String) });
  expect((await ask('unknown')).status).toBe(401);
});
