import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../provider.ts';
import { finalResults, metadata, results } from '../testing/deepgram-messages.ts';
import { startRecorded } from '../testing/recorded-session.ts';
import { expectRules } from '../testing/session-rules.ts';
import { createDeepgramProvider } from './deepgram-provider.ts';

/** One segment as the server will report it. */
const segment = fc.record({
  seconds: fc.double({ min: 0.2, max: 5, noNaN: true }),
  interims: fc.nat(2),
  repeats: fc.boolean(),
});

test('With a conforming server, every segment arrives once, in any order, and they cover all the audio', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.infiniteStream(fc.nat(100)),
      (segments, restSeconds, order) => {
        const { clock, socket, session, events } = startRecorded(createDeepgramProvider);
        socket.open();
        const starts = segments.map((_, index) =>
          segments.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0),
        );
        const heardSeconds = segments.reduce((sum, { seconds }) => sum + seconds, 0);
        const pushedSamples = Math.ceil((heardSeconds + restSeconds) * SAMPLE_RATE);
        session.push(new Int16Array(pushedSamples));
        session.end();

        let scripts = segments.map(({ seconds, interims, repeats }, index) => {
          const final = finalResults(starts[index]!, seconds, `segment ${index}`);
          const partials = Array.from({ length: interims }, () => results(starts[index]!, seconds / 2, 'interim'));
          return repeats ? [...partials, final, final, ...partials] : [...partials, final];
        });
        for (const choice of order) {
          if (scripts.length === 0) break;
          socket.receive(scripts[choice % scripts.length]!.shift());
          scripts = scripts.filter((messages) => messages.length > 0);
        }
        socket.receive(metadata);
        clock.advance(0);

        expectRules(events, { pushedSamples });
        const finals = events.filter((event) => event.type === 'final').sort((a, b) => a.from - b.from);
        expect(finals.map(({ text }) => text).filter((text) => text !== '')).toEqual(
          segments.map((_, index) => `segment ${index}`),
        );
        expect(finals.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(pushedSamples);
        expect(events.at(-1)).toEqual({ type: 'closed' });
      },
    ),
    { numRuns: 300 },
  );
});
