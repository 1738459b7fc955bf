import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { resample } from '../recognizer/resampler.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { type Message, SocketClient } from '../testing/socket-client.ts';
import { joined, silence } from '../testing/synthetic-speech.ts';
import {
  KEY,
  SPEAKING,
  SPEECH,
  startTestSandbox,
  TEXT,
  type TestSandbox,
  wordsOfSpeech,
} from '../testing/test-sandbox.ts';

const RATE = 16_000;
const TOKEN = { Authorization: `Token ${KEY}` };
const BASE = `model=nova-3&encoding=linear16&sample_rate=${RATE}&channels=1&smart_format=true&endpointing=300`;

function open(sandbox: TestSandbox, query = BASE) {
  return SocketClient.open(`${sandbox.socketBase}/v1/listen?${query}`, TOKEN);
}

/** Sends audio at the stream's rate in pieces of 100 ms. */
function stream(client: SocketClient, samples: Float32Array): void {
  const bytes = toPcm16(resample(samples, RECOGNIZER_RATE, RATE));
  for (let at = 0; at < bytes.length; at += RATE / 5) client.send(bytes.subarray(at, at + RATE / 5));
}

function transcriptOf(message: Message | undefined): string | undefined {
  return message?.channel.alternatives[0].transcript;
}

const isFinal = (message: Message) => message.type === 'Results' && message.is_final;

describe('a Deepgram upgrade', () => {
  test.each([
    ['no key', {}],
    ['another scheme', { Authorization: `Bearer ${KEY}` }],
    ['an unknown key', { Authorization: 'Token unknown' }],
  ])('is refused with 401 for %s', async (_, headers) => {
    const { socketBase } = await startTestSandbox();
    expect(await SocketClient.refused(`${socketBase}/v1/listen?${BASE}`, headers)).toMatchObject({
      status: 401,
      headers: { 'dg-request-id': expect.any(String), 'dg-error': 'Invalid credentials.' },
      body: { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.', request_id: expect.any(String) },
    });
  });

  test.each([
    ['no model', BASE.replace('model=nova-3&', '')],
    ['an unknown model', BASE.replace('nova-3', 'whisper')],
    ['no encoding', BASE.replace('encoding=linear16&', '')],
    ['another encoding', BASE.replace('linear16', 'opus')],
    ['no rate', BASE.replace(`sample_rate=${RATE}&`, '')],
    ['a rate that is none', BASE.replace(`${RATE}`, '16k')],
    ['two channels', BASE.replace('channels=1', 'channels=2')],
    ['a flag that is none', BASE.replace('smart_format=true', 'smart_format=yes')],
    ['a language that is none', `${BASE}&language=English!`],
    ['an unknown parameter', `${BASE}&speed=2`],
    ['a parameter given twice', `${BASE}&punctuate=true&punctuate=true`],
    ['utterance ends without interim results', `${BASE}&utterance_end_ms=1000`],
    ['utterance ends that come too soon', `${BASE}&interim_results=true&utterance_end_ms=500`],
    ['keywords for nova-3', `${BASE}&keywords=Saal`],
    ['keyterms for nova-2', `${BASE.replace('nova-3', 'nova-2')}&keyterm=Saal`],
  ])('is refused with 400 for %s', async (_, query) => {
    const sandbox = await startTestSandbox();
    const answer = await SocketClient.refused(`${sandbox.socketBase}/v1/listen?${query}`, TOKEN);
    expect(answer).toMatchObject({ status: 400, body: { err_code: 'Bad Request' } });
    expect(sandbox.sessions()[0]!.violations).toMatchObject([{ code: 'Bad Request' }]);
  });

  test('accepts all parameters that dictation needs', async () => {
    const query = `${BASE}&language=multi&interim_results=true&punctuate=true&vad_events=true&utterance_end_ms=1000&keyterm=K%C3%B6ln&keyterm=Bonn&mip_opt_out=true&numerals=true`;
    const client = await open(await startTestSandbox(), query.replace('endpointing=300', 'endpointing=false'));
    expect(await client.soFar()).toEqual([]);
  });
});

describe('a Deepgram stream', () => {
  test('sends final ranges without gaps, and the words with their times', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await open(sandbox);
    stream(client, joined([wordsOfSpeech(0, 4), silence(800), wordsOfSpeech(4, 10), silence(800)]));
    client.send({ type: 'CloseStream' });
    await client.closed;
    const messages = client.rest();
    const finals = messages.filter(isFinal);
    expect(finals.map(transcriptOf)).toEqual(['One two, three four.', 'Five six seven eight nine ten.', '']);
    expect(finals.map(({ speech_final }) => speech_final)).toEqual([true, true, true]);
    let end = 0;
    for (const { start, duration } of finals) {
      expect(start).toBeCloseTo(end, 6);
      end = start + duration;
    }
    const { receivedSamples, items } = sandbox.sessions()[0]!;
    expect(end).toBeCloseTo(receivedSamples / RATE, 3);
    expect(items.map(({ from }) => from)).toEqual([0, ...items.slice(0, -1).map(({ to }) => to)]);
    const [first] = finals[0]!.channel.alternatives[0].words;
    expect(first).toMatchObject({ word: 'one', punctuated_word: 'One' });
    expect(first!.start).toBeCloseTo(SPEECH.words[0]!.startMs / 1_000, 1);
    expect(first!.end).toBeCloseTo(SPEECH.words[0]!.endMs / 1_000, 1);
  });

  test('sends results in the shape of the real API', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    stream(client, joined([wordsOfSpeech(0, 4), silence(800)]));
    expect(await client.next('Results')).toEqual({
      type: 'Results',
      channel_index: [0, 1],
      start: 0,
      duration: expect.any(Number),
      is_final: true,
      speech_final: true,
      from_finalize: false,
      channel: {
        alternatives: [
          {
            transcript: 'One two, three four.',
            confidence: expect.any(Number),
            languages: ['en'],
            words: expect.arrayContaining([
              {
                word: 'two',
                start: expect.any(Number),
                end: expect.any(Number),
                confidence: expect.any(Number),
                punctuated_word: 'two,',
                language: 'en',
              },
            ]),
          },
        ],
      },
      metadata: {
        request_id: expect.any(String),
        model_uuid: expect.any(String),
        model_info: { name: 'nova-3', version: expect.any(String), arch: 'nova-3' },
      },
    });
  });

  test('writes neither capitals nor punctuation unless requested', async () => {
    const client = await open(await startTestSandbox(SPEAKING), BASE.replace('&smart_format=true', ''));
    stream(client, joined([SPEECH.samples, silence(800)]));
    expect(transcriptOf(await client.next('Results'))).toBe('one two three four five six seven eight nine ten');
  });

  test('sends growing interim results for the open range', async () => {
    const client = await open(await startTestSandbox(SPEAKING), `${BASE}&interim_results=true`);
    stream(client, SPEECH.samples);
    const interims = (await client.soFar()).filter((message) => !message.is_final);
    expect(interims.length).toBeGreaterThan(3);
    for (const [index, message] of interims.entries()) {
      expect(message.start).toBe(0);
      expect(transcriptOf(message)!.startsWith(transcriptOf(interims[index - 1]) ?? '')).toBe(true);
      expect(TEXT.startsWith(transcriptOf(message)!)).toBe(true);
    }
    expect(transcriptOf(interims.at(-1))).not.toBe('');
  });

  test('finalizes long speech in segments that end between words', async () => {
    const client = await open(await startTestSandbox(SPEAKING), BASE.replace('endpointing=300', 'endpointing=false'));
    const { startMs, endMs } = SPEECH.words[6]!;
    stream(client, joined([silence(5_000 - (startMs + endMs) / 2), SPEECH.samples]));
    client.send({ type: 'CloseStream' });
    await client.closed;
    const finals = client.rest().filter(isFinal);
    expect(finals.map(({ speech_final }) => speech_final)).toEqual([false, true]);
    expect(transcriptOf(finals[0])).toBe('One two, three four. Five six');
    expect(finals.map(transcriptOf).join(' ')).toBe(TEXT);
  });

  test('reports when speech starts, and when an utterance has ended', async () => {
    const query = `${BASE}&vad_events=true&interim_results=true&utterance_end_ms=1000`;
    const client = await open(await startTestSandbox(SPEAKING), query);
    stream(client, joined([silence(500), wordsOfSpeech(0, 4), silence(1_200)]));
    const messages = await client.soFar();
    const startMs = 500 + SPEECH.words[0]!.startMs;
    expect(messages.find(({ type }) => type === 'SpeechStarted')).toMatchObject({
      channel: [0],
      timestamp: expect.closeTo(startMs / 1_000, 1),
    });
    expect(messages.find(({ type }) => type === 'UtteranceEnd')).toMatchObject({
      channel: [0, 1],
      last_word_end: expect.closeTo((500 + SPEECH.words[3]!.endMs) / 1_000, 1),
    });
  });

  test('accepts a sample that is split across two frames', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    const bytes = toPcm16(resample(joined([SPEECH.samples, silence(800)]), RECOGNIZER_RATE, RATE));
    for (let at = 0; at < bytes.length; at += 3_201) client.send(bytes.subarray(at, at + 3_201));
    expect(transcriptOf(await client.next('Results'))).toBe(TEXT);
  });

  test('sends results in order, however long each takes', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, latency: { perAudioSecondMs: 1_000 } });
    const client = await open(sandbox);
    stream(client, joined([wordsOfSpeech(0, 8), silence(500), wordsOfSpeech(8, 10), silence(500)]));
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(1_000);
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(8_000);
    expect((await client.soFar()).map(transcriptOf)).toEqual([
      'One two, three four. Five six seven eight',
      'nine ten.',
    ]);
  });
});

describe('Finalize', () => {
  test('returns what was not final yet, and the stream continues', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    stream(client, wordsOfSpeech(0, 3));
    client.send({ type: 'Finalize' });
    const first = await client.next('Results');
    expect(first).toMatchObject({ is_final: true, from_finalize: true });
    expect(transcriptOf(first)).toBe('One two, three');
    stream(client, wordsOfSpeech(3, 6));
    client.send({ type: 'Finalize', channel: 0 });
    expect(transcriptOf(await client.next('Results'))).toBe('four. Five six');
  });

  test('is not answered if there is nothing to finalize', async () => {
    const client = await open(await startTestSandbox(SPEAKING));
    client.send({ type: 'Finalize' });
    stream(client, wordsOfSpeech(0, 3));
    client.send({ type: 'Finalize' });
    client.send({ type: 'Finalize' });
    stream(client, silence(90));
    client.send({ type: 'Finalize' });
    expect((await client.soFar()).filter(isFinal)).toHaveLength(1);
  });
});

describe('the end of a Deepgram stream', () => {
  test.each([
    ['CloseStream', { type: 'CloseStream' }],
    ['an empty frame', Buffer.alloc(0)],
  ])('comes after %s, with the last results and the metadata', async (_, end) => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await open(sandbox);
    stream(client, wordsOfSpeech(0, 3));
    client.send(end);
    expect(await client.closed).toEqual({ code: 1000, reason: '' });
    const [results, metadata] = client.rest();
    expect(transcriptOf(results)).toBe('One two, three');
    expect(metadata).toMatchObject({
      type: 'Metadata',
      request_id: expect.any(String),
      created: expect.any(String),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      duration: expect.closeTo(sandbox.sessions()[0]!.receivedSamples / RATE, 3),
      channels: 1,
    });
  });

  test('comes with NET-0001 after 10 seconds without audio', async () => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    sandbox.clock.advance(9_000);
    stream(client, silence(100));
    await client.soFar();
    sandbox.clock.advance(9_999);
    expect(await client.soFar()).toEqual([]);
    client.send({ type: 'Finalize' });
    await client.soFar();
    sandbox.clock.advance(1);
    expect(await client.closed).toMatchObject({ code: 1011, reason: expect.stringContaining('NET-0001') });
  });

  test('is postponed by KeepAlive, which gets no response', async () => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    for (let round = 0; round < 5; round++) {
      sandbox.clock.advance(9_000);
      client.send({ type: 'KeepAlive' });
      expect(await client.soFar()).toEqual([]);
    }
  });

  test('treats KeepAlive in a binary frame as audio', async () => {
    const sandbox = await startTestSandbox();
    const client = await open(sandbox);
    client.send(Buffer.from('{"type":"KeepAlive"}'));
    await client.soFar();
    expect(sandbox.sessions()[0]!.receivedSamples).toBe(10);
  });

  test.each([['text that is no JSON'], ['{"type":"Start"}'], ['{"type":"Finalize","channel":1}']])(
    'comes immediately after %s',
    async (text) => {
      const sandbox = await startTestSandbox();
      const client = await open(sandbox);
      client.send(text);
      expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('DATA-0000') });
      expect(sandbox.sessions()[0]!.violations).toMatchObject([{ code: 'DATA-0000' }]);
    },
  );
});

describe('the key check', () => {
  test('succeeds for a valid key only', async () => {
    const sandbox = await startTestSandbox();
    const ask = (authorization: string) => fetch(`${sandbox.base}/v1/auth/token`, { headers: { authorization } });
    expect(await (await ask(`Token ${KEY}`)).json()).toMatchObject({ scopes: expect.any(Array) });
    expect((await ask(`Bearer ${KEY}`)).status).toBe(401);
    expect(await (await ask('Token unknown')).json()).toMatchObject({ err_code: 'INVALID_AUTH' });
  });
});
