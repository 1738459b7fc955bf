import fc from 'fast-check';
import { expect, test } from 'vitest';
import { committedAudio, makeReady, realtime } from '../testing/realtime-messages.ts';
import { countingSamples, type RecordedSession, startRecorded } from '../testing/recorded-session.ts';
import { expectRules } from '../testing/session-rules.ts';
import { createOpenAiProvider } from './openai-provider.ts';

const model = fc.constantFrom('gpt-transcribe', 'gpt-live-transcribe');

/** A test's own account of what it has pushed and cut. */
class Dictation {
  readonly #recorded: RecordedSession;
  pushedSamples = 0;
  /** The ends of the phrases. */
  readonly cuts: number[] = [];

  constructor(recorded: RecordedSession) {
    this.#recorded = recorded;
  }

  push(count: number): void {
    this.#recorded.session.push(countingSamples(this.pushedSamples, this.pushedSamples + count));
    this.pushedSamples += count;
  }

  cut(): void {
    this.#recorded.session.cut();
    if (this.pushedSamples > (this.cuts.at(-1) ?? 0)) this.cuts.push(this.pushedSamples);
  }
}

test('Whatever is pushed and cut, each commit holds exactly its own samples', { timeout: 60_000 }, () => {
  const step = fc.oneof(fc.nat(100), fc.nat(60_000), fc.constant('cut' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const recorded = startRecorded(createOpenAiProvider);
      makeReady(recorded.socket);
      const dictation = new Dictation(recorded);
      for (const step of steps) step === 'cut' ? dictation.cut() : dictation.push(step);
      const starts = [0, ...dictation.cuts];
      expect(committedAudio(recorded.socket).map(({ samples }) => samples)).toEqual(
        dictation.cuts.map((to, index) => {
          const padded = new Int16Array(Math.max(2_400, to - starts[index]!));
          padded.set(countingSamples(starts[index]!, to));
          return padded;
        }),
      );
    }),
    { numRuns: 50 },
  );
});

/** What the server says of one phrase, in an order of its own. */
const phraseScript = fc.record({
  /** Undefined: there was nothing in the commit. */
  pieces: fc.option(fc.array(fc.constantFrom('one', ' two', ' three', '四', '.'), { maxLength: 3 }), {
    nil: undefined,
    freq: 6,
  }),
  /** How many of the pieces come before the commit, where the model is live. */
  earlyPieces: fc.nat(3),
  repeats: fc.boolean(),
});

test('Of a server that keeps to the protocol each cut gets its own text, in whatever order the answers come', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(
      model,
      fc.array(phraseScript, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat(1_000)),
      (model, phrases, choices) => {
        const recorded = startRecorded(createOpenAiProvider, { config: { model } });
        const { clock, socket, session, events } = recorded;
        makeReady(socket);
        const dictation = new Dictation(recorded);
        const textOf = (index: number) => `${phrases[index]!.pieces?.join('')} ${index}`;
        let previousId: string | null = null;
        let nextPhrase = 0;
        /** What the server is about to say, grouped by what keeps its order. */
        let threads: object[][] = [];

        const speakAndCut = () => {
          const index = nextPhrase;
          nextPhrase += 1;
          const { pieces, earlyPieces, repeats } = phrases[index]!;
          const id = `item_${index}`;
          dictation.push(1_000 * (index + 1));
          const isLive = model === 'gpt-live-transcribe';
          const early = isLive ? (pieces ?? []).slice(0, earlyPieces) : [];
          for (const piece of early) socket.receive(realtime.delta(id, piece));
          dictation.cut();
          if (pieces === undefined) {
            // An answer without an item keeps its place among the others.
            while (threads.length > 0) answer(0);
            socket.receive(realtime.commitEmpty(`commit-${index}`));
            return;
          }
          const committed = realtime.committed(id, previousId);
          const completed = realtime.completed(id, textOf(index));
          previousId = id;
          threads.push(repeats ? [committed, committed] : [committed]);
          const deltas = pieces.slice(early.length).map((piece) => realtime.delta(id, piece));
          threads.push(repeats ? [...deltas, completed, completed, ...deltas] : [...deltas, completed]);
        };
        const answer = (thread: number) => {
          const message = threads[thread]!.shift();
          if (message !== undefined) socket.receive(message);
          threads = threads.filter((messages) => messages.length > 0);
        };

        for (const choice of choices) {
          const speaksNext = nextPhrase < phrases.length && (threads.length === 0 || choice % 3 === 0);
          if (speaksNext) speakAndCut();
          else if (threads.length > 0) answer(choice % threads.length);
          else break;
        }
        session.end();
        clock.advance(0);

        expectRules(events, dictation);
        const finals = events.filter((event) => event.type === 'final').sort((a, b) => a.from - b.from);
        expect(finals.map(({ from, to, text }) => ({ from, to, text }))).toEqual(
          dictation.cuts.map((to, index) => ({
            from: dictation.cuts[index - 1] ?? 0,
            to,
            text: phrases[index]!.pieces === undefined ? '' : textOf(index),
          })),
        );
        expect(events.at(-1)).toEqual({ type: 'closed' });
      },
    ),
    { numRuns: 500 },
  );
});

const itemId = fc.constantFrom('a', 'b', 'c', 'd');
const previousId = fc.constantFrom(null, 'a', 'b', 'c', 'd', 'x');
const text = fc.constantFrom('', 'one', ' two', 'three four');
const error = fc.record(
  {
    type: fc.constantFrom('invalid_request_error', 'server_error', 7),
    code: fc.constantFrom('input_audio_buffer_commit_empty', 'invalid_value', 'session_expired', null),
    message: fc.string(),
    param: fc.constantFrom('session.audio.input.transcription.delay', null),
    event_id: fc.constantFrom('update-1', 'append-1', 'commit-0', 'commit-1', 'commit-9', 'other'),
  },
  { requiredKeys: [] },
);

/** Everything that the protocol knows, at any time, with any content, and things that it doesn't know. */
const serverMessage = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(itemId, previousId).map((ids) => realtime.committed(...ids)) },
  { weight: 6, arbitrary: fc.tuple(itemId, text).map((piece) => realtime.delta(...piece)) },
  { weight: 8, arbitrary: fc.tuple(itemId, text).map((whole) => realtime.completed(...whole)) },
  { weight: 2, arbitrary: fc.constantFrom(undefined, 'commit-0', 'commit-1', 'commit-9').map(realtime.commitEmpty) },
  { weight: 1, arbitrary: fc.constantFrom<object>(realtime.created, realtime.updated) },
  { weight: 1, arbitrary: fc.record({ type: fc.string(), item_id: fc.anything() }) },
  { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json(), fc.uint8Array()) },
);

/** What may well be the last. */
const badNews = fc.oneof(
  error.map((details) => ({ receive: realtime.error(details) })),
  fc.tuple(itemId, error).map((failure) => ({ receive: realtime.failed(...failure) })),
  fc.record({ serverClose: fc.integer({ min: 1_000, max: 4_999 }) }),
);

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ push: fc.nat(3_000) }) },
  { weight: 10, arbitrary: fc.constant({ cut: true }) },
  { weight: 40, arbitrary: fc.record({ receive: serverMessage }) },
  { weight: 4, arbitrary: fc.record({ advance: fc.nat(1_000) }) },
  { weight: 4, arbitrary: fc.constant({ pong: true }) },
  { weight: 1, arbitrary: fc.constant({ end: true }) },
  { weight: 1, arbitrary: badNews },
);

test('Whatever a server sends, no session throws or tells anything twice, or of audio that it was not given', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(
      model,
      fc.nat(9),
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      (model, phraseCount, steps) => {
        const recorded = startRecorded(createOpenAiProvider, { config: { model } });
        const { clock, socket, session, events } = recorded;
        const dictation = new Dictation(recorded);
        if (phraseCount > 0) makeReady(socket);
        else socket.open();
        for (let phrase = 1; phrase < phraseCount; phrase += 1) {
          dictation.push(1_000);
          dictation.cut();
        }
        let hasEnded = false;
        for (const step of steps) {
          const mayPush = events[0]?.type === 'ready' && !hasEnded;
          if ('push' in step && mayPush) dictation.push(step.push);
          else if ('cut' in step && mayPush) dictation.cut();
          else if ('receive' in step) socket.receive(step.receive);
          else if ('advance' in step) clock.advance(step.advance);
          else if ('pong' in step) socket.pong();
          else if ('serverClose' in step) socket.end({ type: 'closed', code: step.serverClose, reason: '' });
          else if ('end' in step && !hasEnded) {
            session.end();
            hasEnded = true;
          }
        }
        expectRules(events, dictation);
        const starts = [0, ...dictation.cuts];
        for (const event of events) {
          if (event.type !== 'final') continue;
          expect(starts[dictation.cuts.indexOf(event.to)]).toBe(event.from);
        }
        clock.advance(60_000);
        expectRules(events, dictation);
        // Left alone by its server, every session comes to its end.
        expect(events.at(-1)).toMatchObject({ type: 'closed' });
        expect(clock.scheduledCount).toBe(0);
      },
    ),
    { numRuns: 1_000 },
  );
});
