import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../provider.ts';
import { finalResults, metadata, results } from '../testing/deepgram-messages.ts';
import { startRecorded } from '../testing/recorded-session.ts';
import { expectRules } from '../testing/session-rules.ts';
import { createDeepgramProvider } from './deepgram-provider.ts';

/** One segment as the server will hear it. */
const segment = fc.record({
  seconds: fc.double({ min: 0.2, max: 5, noNaN: true }),
  interims: fc.nat(2),
  repeats: fc.boolean(),
});

test('Of a server that keeps to the protocol, every segment arrives once, in whatever order, and together they are all the audio', {
  timeout: 60_000,
}, () => {
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

const seconds = fc.oneof(fc.nat(3), fc.double({ noNaN: true }), fc.constantFrom(-1, 1e300));
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ push: fc.nat(48_000) }) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(seconds, seconds, fc.constantFrom('', 'one', 'two'), fc.boolean())
      .map((values) => ({ receive: results(...values) as unknown })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ receive: fc.oneof(fc.constant(metadata), fc.string(), fc.json(), fc.uint8Array()) }),
  },
  { weight: 2, arbitrary: fc.record({ advance: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ serverClose: fc.constantFrom(1_000, 1_005, 1_011) }) },
  { weight: 1, arbitrary: fc.constant({ end: true }) },
);

test('Whatever a server sends, no session throws or tells anything twice, or of audio that it was not given', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, socket, session, events } = startRecorded(createDeepgramProvider);
      socket.open();
      let pushedSamples = 0;
      let hasEnded = false;
      for (const step of steps) {
        if ('push' in step && !hasEnded) {
          session.push(new Int16Array(step.push));
          pushedSamples += step.push;
        } else if ('receive' in step) socket.receive(step.receive);
        else if ('advance' in step) clock.advance(step.advance);
        else if ('serverClose' in step) socket.end({ type: 'closed', code: step.serverClose, reason: '' });
        else if ('end' in step && !hasEnded) {
          session.end();
          hasEnded = true;
        }
      }
      clock.advance(60_000);
      expectRules(events, { pushedSamples });
      // Left alone by its server, every session comes to its end; to a good one only with all of its audio final.
      const last = events.at(-1);
      expect(last).toMatchObject({ type: 'closed' });
      const finalSamples = events.reduce(
        (sum, event) => (event.type === 'final' ? sum + event.to - event.from : sum),
        0,
      );
      if (last?.type === 'closed' && last.error === undefined) expect(finalSamples).toBe(pushedSamples);
      expect(clock.scheduledCount).toBe(0);
    }),
    { numRuns: 500 },
  );
});
