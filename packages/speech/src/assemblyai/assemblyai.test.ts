import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SttConfig } from '../provider.ts';
import { samplesOfBytes } from '../testing/pcm.ts';
import { describeProvider, UPGRADE_REFUSED } from '../testing/provider-rules.ts';
import { countingSamples, startRecorded } from '../testing/recorded-session.ts';
import { NetworkFailure } from '../transport.ts';
import { createAssemblyAiProvider } from './assemblyai-provider.ts';

const BEGIN = { type: 'Begin', id: '1', expires_at: 1_772_570_132 };
const TERMINATION = { type: 'Termination', audio_duration_seconds: 1, session_duration_seconds: 1 };

/** A turn whose words are spread between two times, in milliseconds. */
function turn(order: number, text: string, fromMs: number, toMs: number, ended: 'no' | 'plain' | 'formatted') {
  const texts = text.split(' ').filter((word) => word !== '');
  const length = (toMs - fromMs) / Math.max(1, texts.length);
  const words = texts.map((word, index) => ({
    text: word,
    start: fromMs + index * length,
    end: fromMs + (index + 1) * length,
    confidence: 0.9,
    word_is_final: ended !== 'no',
  }));
  return {
    type: 'Turn',
    turn_order: order,
    turn_is_formatted: ended === 'formatted',
    end_of_turn: ended !== 'no',
    transcript: text,
    end_of_turn_confidence: 1,
    words,
  };
}

const error = (code: number, said: string) => ({ type: 'Error', error_code: code, error: said });

/** Starts a session and pushes five seconds of audio. */
function startWithAudio() {
  const started = startRecorded(createAssemblyAiProvider);
  started.socket.open();
  started.socket.receive(BEGIN);
  started.session.push(countingSamples(0, 120_000));
  started.events.length = 0;
  return started;
}

describe('The address', () => {
  const queryOf = (config: Partial<SttConfig>) =>
    new URL(startRecorded(createAssemblyAiProvider, { config }).socket.request.url).searchParams;

  test('contains every setting, and the key is only in the header', () => {
    expect(startRecorded(createAssemblyAiProvider).socket.request).toEqual({
      url:
        'wss://speech.example/v1/ws?speech_model=universal-streaming-multilingual&sample_rate=24000' +
        '&encoding=pcm_s16le&format_turns=true',
      headers: { authorization: 'secret-key' },
    });
  });

  test('contains as many key terms as the provider accepts, without those that are too long', () => {
    const keywords = ['Ann & Lee', 'x'.repeat(51), ...Array.from({ length: 200 }, (_, index) => `word-${index}`)];
    const terms = JSON.parse(queryOf({ keywords }).get('keyterms_prompt')!) as string[];
    expect(terms).toEqual(['Ann & Lee', ...keywords.slice(2, 101)]);
  });
});

describe('Turns', () => {
  test('are partials until they have ended and are formatted', () => {
    const { socket, events } = startWithAudio();
    socket.receive(turn(0, 'good', 200, 400, 'no'));
    socket.receive(turn(0, 'good morning', 200, 900, 'plain'));
    socket.receive(turn(0, 'Good morning.', 200, 900, 'formatted'));
    socket.receive(turn(1, 'how', 2_000, 2_200, 'no'));
    socket.receive(turn(1, 'How are you?', 2_000, 2_900, 'formatted'));
    expect(events).toEqual([
      { type: 'partial', segment: 'from-0', from: 0, text: 'good', stable: 0 },
      { type: 'partial', segment: 'from-0', from: 0, text: 'good morning', stable: 0 },
      { type: 'final', segment: 'from-0', from: 0, to: 24_000, text: 'Good morning.' },
      { type: 'partial', segment: 'from-24000', from: 24_000, text: 'how', stable: 0 },
      { type: 'final', segment: 'from-24000', from: 24_000, to: 72_000, text: 'How are you?' },
    ]);
  });

  test('may arrive out of order, and none covers the range of one that is still to come', () => {
    const { socket, session, events } = startWithAudio();
    socket.receive(turn(1, 'Two.', 2_000, 2_900, 'formatted'));
    socket.receive(turn(0, 'One.', 200, 900, 'formatted'));
    session.end();
    socket.receive(TERMINATION);
    expect(events.filter(({ type }) => type !== 'partial')).toEqual([
      { type: 'final', segment: 'from-48000', from: 48_000, to: 72_000, text: 'Two.' },
      { type: 'final', segment: 'from-0', from: 0, to: 24_000, text: 'One.' },
      { type: 'final', segment: 'from-24000', from: 24_000, to: 48_000, text: '' },
      { type: 'final', segment: 'from-72000', from: 72_000, to: 120_000, text: '' },
      { type: 'closed' },
    ]);
  });

  test('become final unformatted if the stream ends before they are formatted', () => {
    const { socket, session, events } = startWithAudio();
    socket.receive(turn(0, 'good morning', 200, 900, 'plain'));
    session.end();
    socket.receive(TERMINATION);
    expect(events.slice(1)).toEqual([
      { type: 'final', segment: 'from-0', from: 0, to: 24_000, text: 'good morning' },
      { type: 'final', segment: 'from-24000', from: 24_000, to: 120_000, text: '' },
      { type: 'closed' },
    ]);
  });

  test('that never end fail the session, since text is missing', () => {
    const { socket, session, events } = startWithAudio();
    socket.receive(turn(0, 'good', 200, 400, 'no'));
    socket.receive(turn(1, 'Two.', 2_000, 2_900, 'formatted'));
    session.end();
    socket.receive(TERMINATION);
    expect(events.at(-1)).toMatchObject({ type: 'closed', error: { kind: 'server', code: 'missing-results' } });
  });
});

test('Ending a session pads the last frame, forces the open turn to end, then terminates the stream', () => {
  const { socket, session } = startWithAudio();
  session.push(countingSamples(0, 100));
  session.end();
  const [rest, ...messages] = socket.sent.slice(-3);
  expect(rest).toHaveLength(2 * 1_440);
  expect(messages).toEqual(['{"type":"ForceEndpoint"}', '{"type":"Terminate"}']);
});

describeProvider('AssemblyAI', {
  create: createAssemblyAiProvider,
  play({ socket }) {
    let order = 0;
    let isSuggested = false;
    let last: object = {};
    return {
      accept() {
        socket.open();
        socket.receive(BEGIN);
      },
      received: () => samplesOfBytes(socket.sentBytes),
      say(text, { fromMs, toMs }) {
        // Silence needs a turn only to retract a suggestion.
        if (text === '' && !isSuggested) return;
        isSuggested = false;
        last = turn(order, text, fromMs + 50, toMs - 50, 'formatted');
        order += 1;
        socket.receive(last);
      },
      repeat: () => socket.receive(last),
      suggest(text, { fromMs, toMs }) {
        isSuggested = true;
        socket.receive(turn(order, text, fromMs, toMs, 'no'));
      },
      finish: () => socket.receive(TERMINATION),
      breakOff: () => socket.end({ type: 'failed', failure: new NetworkFailure('Reset.', 'ECONNRESET') }),
    };
  },
  refusals: [
    UPGRADE_REFUSED,
    {
      what: 'the key is refused on the open socket',
      when: 'connecting',
      happen({ socket }) {
        socket.open();
        socket.end({ type: 'closed', code: 1008, reason: 'Unauthorized Connection: Missing Authorization header' });
      },
      kind: 'auth',
    },
    {
      what: 'a parameter is refused',
      when: 'working',
      happen: ({ socket }) => socket.receive(error(3006, 'Invalid Message: what was said')),
      kind: 'bad-config',
    },
    {
      what: 'no credit is left',
      when: 'working',
      happen: ({ socket }) =>
        socket.end({ type: 'closed', code: 1008, reason: 'Unauthorized Connection: insufficient account balance' }),
      kind: 'quota',
    },
    {
      what: 'too many sessions',
      when: 'working',
      happen: ({ socket }) => socket.receive(error(3009, 'Unauthorized Connection: Too many concurrent sessions')),
      kind: 'rate-limit',
    },
    {
      what: 'audio comes too fast',
      when: 'working',
      happen: ({ socket }) => socket.receive(error(3007, 'Audio Transmission Rate Exceeded: what was said')),
      kind: 'rate-limit',
    },
    {
      what: 'the session is too old',
      when: 'working',
      happen: ({ socket }) =>
        socket.end({ type: 'closed', code: 3008, reason: 'Session Expired: Maximum session duration exceeded' }),
      kind: 'expired',
    },
    {
      what: 'the server has an error',
      when: 'working',
      happen: ({ socket }) =>
        socket.end({ type: 'closed', code: 3005, reason: 'Session Cancelled: An error occurred' }),
      kind: 'server',
    },
  ],
  messages: fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.nat(4),
          fc.constantFrom('', 'one', 'one two'),
          fc.oneof(fc.nat(4_000), fc.double({ noNaN: true })),
          fc.nat(4_000),
          fc.constantFrom('no' as const, 'plain' as const, 'formatted' as const),
        )
        .map((values) => turn(...values)),
    },
    { weight: 1, arbitrary: fc.constantFrom<object>(BEGIN, TERMINATION, { type: 'SpeechStarted' }) },
  ),
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"token":"t","expires_in_seconds":60}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"error":"Authentication error"}'),
  },
});
