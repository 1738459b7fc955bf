import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SttConfig } from '../provider.ts';
import { samplesOfBytes } from '../testing/pcm.ts';
import { describeProvider, UPGRADE_REFUSED } from '../testing/provider-rules.ts';
import { countingSamples, startRecorded } from '../testing/recorded-session.ts';
import { NetworkFailure } from '../transport.ts';
import { createSonioxProvider } from './soniox-provider.ts';

interface Token {
  text: string;
  is_final: boolean;
}

const final = (text: string): Token => ({ text, is_final: true });
const provisional = (text: string): Token => ({ text, is_final: false });
const answer = (...tokens: Token[]) => ({ tokens, final_audio_proc_ms: 0, total_audio_proc_ms: 0 });
const failure = (code: number, message: string) => ({ error_code: code, error_message: message });

/** Starts a session and pushes one second of audio. */
function startWithAudio() {
  const started = startRecorded(createSonioxProvider);
  started.socket.open();
  started.session.push(countingSamples(0, 24_000));
  started.events.length = 0;
  return started;
}

describe('The message that starts a stream', () => {
  const startOf = (config: Partial<SttConfig>) => {
    const { socket } = startRecorded(createSonioxProvider, { config });
    socket.open();
    return socket.sentJson[0];
  };

  test('contains the required settings, and the key is only in the header', () => {
    const { socket } = startRecorded(createSonioxProvider);
    expect(socket.request).toEqual({
      url: 'wss://speech.example/v1/transcribe-websocket',
      headers: { authorization: 'Bearer secret-key' },
    });
    expect(startOf({})).toEqual({
      model: 'stt-rt-v5',
      audio_format: 'pcm_s16le',
      sample_rate: 24_000,
      num_channels: 1,
    });
  });

  test('contains languages, keywords and prompt', () => {
    expect(startOf({ languages: ['en-US', 'de'], keywords: ['Ann Lee'], prompt: 'A letter.' })).toMatchObject({
      language_hints: ['en', 'de'],
      context: { terms: ['Ann Lee'], text: 'A letter.' },
    });
  });

  test('contains no more than fits into the context', () => {
    const keywords = Array.from({ length: 1_000 }, (_, index) => `keyword-${1_000 + index}`);
    const { context } = startOf({ keywords, prompt: 'x'.repeat(9_000) }) as {
      context: { terms: string[]; text: string };
    };
    expect(context.terms).toEqual(keywords.slice(0, 333));
    expect(context.text).toHaveLength(4_000);
  });
});

describe('Text', () => {
  test('is stable as far as its tokens are final, and final once everything before the cut is', () => {
    const { socket, session, events } = startWithAudio();
    socket.receive(answer(provisional('How'), provisional("'re")));
    socket.receive(answer(final('How'), provisional(' are'), provisional(' you')));
    session.cut();
    expect(socket.sent.at(-1)).toBe('{"type":"finalize"}');
    socket.receive(answer(final(' are'), final(' you'), final('?'), final('<fin>')));
    expect(events).toEqual([
      { type: 'partial', segment: 'phrase-1', from: 0, text: "How're", stable: 0 },
      { type: 'partial', segment: 'phrase-1', from: 0, text: 'How are you', stable: 3 },
      { type: 'final', segment: 'phrase-1', from: 0, to: 24_000, text: 'How are you?' },
    ]);
  });

  test('is assigned to the phrase whose cut it answers, even if several are pending', () => {
    const { socket, session, events } = startWithAudio();
    session.cut();
    session.push(countingSamples(24_000, 48_000));
    session.cut();
    socket.receive(answer(final('One.'), final('<fin>'), provisional(' Tw')));
    socket.receive(answer(final(' Two.'), final('<end>'), final('<fin>')));
    expect(events).toEqual([
      { type: 'final', segment: 'phrase-1', from: 0, to: 24_000, text: 'One.' },
      { type: 'partial', segment: 'phrase-2', from: 24_000, text: 'Tw', stable: 0 },
      { type: 'final', segment: 'phrase-2', from: 24_000, to: 48_000, text: 'Two.' },
    ]);
  });

  test('is reported missing if the stream finishes without it', () => {
    const { socket, session, events } = startWithAudio();
    session.cut();
    session.end();
    expect(socket.sent.at(-1)).toEqual(new Uint8Array(0));
    socket.receive({ ...answer(final('One.')), finished: true });
    expect(events.at(-1)).toMatchObject({ type: 'closed', error: { kind: 'server', code: 'missing-results' } });
  });
});

describeProvider('Soniox', {
  create: createSonioxProvider,
  play({ socket }) {
    let last: object = {};
    return {
      accept: () => socket.open(),
      received: () => samplesOfBytes(socket.sentBytes),
      say(text) {
        last = answer(...(text === '' ? [] : [final(text)]), final('<fin>'));
        socket.receive(last);
      },
      suggest: (text) => socket.receive(answer(provisional(text))),
      finish: () => socket.receive({ ...answer(), finished: true }),
      breakOff: () => socket.end({ type: 'failed', failure: new NetworkFailure('Reset.', 'ECONNRESET') }),
    };
  },
  refusals: [
    UPGRADE_REFUSED,
    {
      what: 'the key is refused on the open socket',
      when: 'working',
      happen: ({ socket }) => socket.receive(failure(401, 'Incorrect API key provided: secret-key')),
      kind: 'auth',
    },
    {
      what: 'the request is refused',
      when: 'working',
      happen: ({ socket }) => socket.receive(failure(400, 'Invalid model specified.')),
      kind: 'bad-config',
    },
    {
      what: 'no credit is left',
      when: 'working',
      happen: ({ socket }) => socket.receive(failure(402, 'Organization balance exhausted.')),
      kind: 'quota',
    },
    {
      what: 'too many streams',
      when: 'working',
      happen: ({ socket }) => socket.receive(failure(429, 'Concurrent request limit reached: what was said')),
      kind: 'rate-limit',
    },
    {
      what: 'the stream can’t go on',
      when: 'working',
      happen: ({ socket }) =>
        socket.receive(failure(503, 'Cannot continue request (code 1). Please restart the request.')),
      kind: 'expired',
    },
    {
      what: 'the server has an error',
      when: 'working',
      happen: ({ socket }) => socket.receive(failure(500, 'what was said')),
      kind: 'server',
    },
    {
      what: 'a close without a word',
      when: 'working',
      happen: ({ socket }) => socket.end({ type: 'closed', code: 1000, reason: '' }),
      kind: 'server',
    },
  ],
  messages: fc.oneof(
    fc
      .array(fc.record({ text: fc.constantFrom('one', ' two', '<fin>', '<end>', ''), is_final: fc.boolean() }), {
        maxLength: 4,
      })
      .map((tokens) => answer(...tokens)),
    fc.record({ tokens: fc.anything(), finished: fc.boolean() }),
    fc.record({ error_code: fc.constantFrom(400, 503, 'x'), error_message: fc.string() }),
  ),
  keyCheck: {
    accept({ sockets }) {
      sockets[0]!.open();
      expect(sockets[0]!.sent).toEqual([expect.stringContaining('"model"'), new Uint8Array(0)]);
      sockets[0]!.receive({ ...answer(), finished: true });
    },
    refuse: ({ sockets }) => sockets[0]!.end({ type: 'refused', status: 401, headers: {}, body: '{"error_code":401}' }),
  },
});
