import fc from 'fast-check';
import { expect, test } from 'vitest';
import { committedAudio, makeReady, realtime } from '../testing/realtime-messages.ts';
import { countingSamples, type RecordedSession, startRecorded } from '../testing/recorded-session.ts';
import { expectRules } from '../testing/session-rules.ts';
import { createOpenAiProvider } from './openai-provider.ts';

const model = fc.constantFrom('gpt-transcribe', 'gpt-live-transcribe');

/** Records what a test has pushed and cut. */
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

test('Whatever is pushed and cut, each commit contains exactly its own samples', () => {
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

/** What the server sends about one phrase. */
const phraseScript = fc.record({
  /** Undefined: the commit was empty. */
  pieces: fc.option(fc.array(fc.constantFrom('one', ' two', ' three', '四', '.'), { maxLength: 3 }), {
    nil: undefined,
    freq: 6,
  }),
  /** How many of the pieces come before the commit, if the model is live. */
  earlyPieces: fc.nat(3),
  repeats: fc.boolean(),
});

test('With a conforming server, each cut gets its own text, in whatever order the answers arrive', () => {
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
        /** The server's pending messages, in groups that keep their order. */
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
            // An answer without an item keeps its order relative to the others.
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
