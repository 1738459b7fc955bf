import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SttConfig } from '../provider.ts';
import { samplesOfBytes } from '../testing/pcm.ts';
import { describeProvider, type Refusal } from '../testing/provider-rules.ts';
import { countingSamples, startRecorded } from '../testing/recorded-session.ts';
import { NetworkFailure } from '../transport.ts';
import { createElevenLabsProvider } from './elevenlabs-provider.ts';

const STARTED = { message_type: 'session_started', session_id: '1', config: {} };
const partial = (text: string) => ({ message_type: 'partial_transcript', text });
const committed = (text: string) => ({ message_type: 'committed_transcript', text });

interface Chunk {
  audio_base_64: string;
  commit: boolean;
  previous_text?: string;
}

/** Starts a session and makes it ready. */
function startReady(config: Partial<SttConfig> = {}) {
  const started = startRecorded(createElevenLabsProvider, { config });
  started.socket.open();
  started.socket.receive(STARTED);
  started.events.length = 0;
  const chunks = () => started.socket.sentJson as unknown as Chunk[];
  return { ...started, chunks };
}

describe('The address', () => {
  const queryOf = (config: Partial<SttConfig>) =>
    new URL(startRecorded(createElevenLabsProvider, { config }).socket.request.url).searchParams;

  test('contains every setting, and the key has its own header', () => {
    expect(startRecorded(createElevenLabsProvider).socket.request).toEqual({
      url:
        'wss://speech.example/v1/speech-to-text/realtime?model_id=scribe_v2_realtime&audio_format=pcm_24000' +
        '&commit_strategy=manual',
      headers: { 'xi-api-key': 'secret-key' },
    });
  });

  test('contains the language if there is exactly one, and as many key terms as the provider accepts', () => {
    const keywords = ['Ann & Lee', 'x'.repeat(21), ...Array.from({ length: 60 }, (_, index) => `word-${index}`)];
    const query = queryOf({ languages: ['pt-BR'], keywords });
    expect(query.get('language_code')).toBe('pt');
    expect(query.getAll('keyterms')).toEqual(['Ann & Lee', ...keywords.slice(2, 51)]);
    expect(queryOf({ languages: ['de', 'en'] }).has('language_code')).toBe(false);
  });
});

test('The prompt is sent with the first audio only', () => {
  const { session, chunks } = startReady({ prompt: 'A letter.' });
  session.push(countingSamples(0, 48_000));
  expect(chunks().map((chunk) => chunk.previous_text)).toEqual(['A letter.', undefined, undefined, undefined]);
});

test('A phrase too short to be committed is padded with silence', () => {
  const { session, chunks } = startReady();
  session.push(countingSamples(0, 100));
  session.cut();
  const bytes = chunks().reduce((sum, chunk) => sum + Buffer.from(chunk.audio_base_64, 'base64').length, 0);
  expect(bytes / 2).toBe(8_400);
  expect(chunks().map(({ commit }) => commit)).toEqual([false, false, true]);
});

test('A commit waits for the answer to the previous one, and a little longer, since that may be repeated', () => {
  const { clock, session, socket, events, chunks } = startReady();
  const commits = () => chunks().filter(({ commit }) => commit).length;
  for (let phrase = 0; phrase < 2; phrase += 1) {
    session.push(countingSamples(0, 24_000));
    session.cut();
  }
  expect(commits()).toBe(1);
  socket.receive(partial('whose?'));
  socket.receive(committed('Yes.'));
  socket.receive(committed('Yes.'));
  expect(commits()).toBe(1);
  clock.advance(250);
  expect(commits()).toBe(2);
  socket.receive(committed('Yes.'));
  expect(events).toEqual([
    { type: 'final', segment: 'phrase-1', from: 0, to: 24_000, text: 'Yes.' },
    { type: 'final', segment: 'phrase-2', from: 24_000, to: 48_000, text: 'Yes.' },
  ]);
});

const refusal = (message_type: string, kind: Refusal['kind']): Refusal => ({
  what: message_type,
  when: 'working',
  happen: ({ socket }) => socket.receive({ message_type, error: 'secret-key: what was said' }),
  kind,
});

describeProvider('ElevenLabs', {
  create: createElevenLabsProvider,
  play({ clock, socket }) {
    let last: object = {};
    const chunks = () =>
      (socket.sentJson as unknown as Chunk[]).map((chunk) => Buffer.from(chunk.audio_base_64, 'base64'));
    return {
      accept() {
        socket.open();
        socket.receive(STARTED);
      },
      received: () => samplesOfBytes(chunks()),
      say(text) {
        // The commit may have been held.
        clock.advance(250);
        last = committed(text);
        socket.receive(last);
      },
      repeat: () => socket.receive(last),
      suggest: (text) => socket.receive(partial(text)),
      finish: () => {},
      breakOff: () => socket.end({ type: 'failed', failure: new NetworkFailure('Reset.', 'ECONNRESET') }),
    };
  },
  refusals: [
    {
      what: 'the upgrade is refused',
      when: 'connecting',
      happen: ({ socket }) =>
        socket.end({ type: 'refused', status: 401, headers: {}, body: '{"detail":{"status":"invalid_api_key"}}' }),
      kind: 'auth',
    },
    refusal('auth_error', 'auth'),
    refusal('quota_exceeded', 'quota'),
    refusal('unaccepted_terms', 'permission'),
    refusal('rate_limited', 'rate-limit'),
    refusal('commit_throttled', 'rate-limit'),
    refusal('queue_overflow', 'rate-limit'),
    refusal('resource_exhausted', 'rate-limit'),
    refusal('session_time_limit_exceeded', 'expired'),
    refusal('invalid_request', 'bad-config'),
    refusal('transcriber_error', 'server'),
    refusal('insufficient_audio_activity', 'server'),
    refusal('an_error_of_tomorrow', 'server'),
    {
      what: 'a close without a word',
      when: 'working',
      happen: ({ socket }) => socket.end({ type: 'closed', code: 1000, reason: '' }),
      kind: 'server',
    },
  ],
  messages: fc.oneof(
    fc.constantFrom('', 'one', 'two').map(partial),
    fc.constantFrom('', 'one', 'two').map(committed),
    fc.constant(STARTED),
    fc.record({ message_type: fc.string(), text: fc.anything() }),
  ),
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"user_id":"u"}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"detail":{"status":"invalid_api_key"}}'),
  },
});

test('A key restricted to transcription is limited, not invalid', async () => {
  const { provider, transport } = startRecorded(createElevenLabsProvider);
  const result = provider.checkKey();
  transport.exchanges[0]!.respond(401, {}, '{"detail":{"status":"missing_permissions","message":"user_read"}}');
  expect(await result).toMatchObject({ status: 'limited' });
});
