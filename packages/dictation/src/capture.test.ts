import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capture, type CaptureEffect, type CaptureEvent, IDLE, reduceCapture } from './capture.ts';

const manners = fc.record({
  mode: fc.constantFrom('hold' as const, 'toggle' as const),
  send: fc.boolean(),
  edit: fc.boolean(),
  insertsWhileHolding: fc.boolean(),
});
const event: fc.Arbitrary<CaptureEvent> = fc.oneof(
  fc.record({ manner: manners, tentative: fc.boolean() }).map((start): CaptureEvent => ({ type: 'start', ...start })),
  manners.map((manner): CaptureEvent => ({ type: 'change', manner })),
  fc.constantFrom<CaptureEvent>(
    { type: 'stop' },
    { type: 'caught-up' },
    { type: 'cancel' },
    { type: 'drop' },
    { type: 'take-full' },
    { type: 'sleep' },
  ),
  fc
    .record({ count: fc.integer({ min: 0, max: 24_000 }), silenceMs: fc.integer({ min: 0, max: 400_000 }) })
    .map((samples): CaptureEvent => ({ type: 'samples', ...samples })),
  fc
    .option(fc.constantFrom('denied' as const, 'missing' as const, 'lost' as const, 'failed' as const))
    .map((failure): CaptureEvent => ({ type: 'microphone-ended', ...(failure ? { failure } : {}) })),
  fc
    .constantFrom('start-limit' as const, 'stalled' as const, 'tail-limit' as const)
    .map((timer): CaptureEvent => ({ type: 'timer', timer })),
);

function run(events: readonly CaptureEvent[]) {
  let capture: Capture = IDLE;
  const effects: CaptureEffect[] = [];
  for (const event of events) {
    const step = reduceCapture(capture, event);
    capture = step.capture;
    effects.push(...step.effects);
  }
  return { capture, effects };
}

const count = (effects: readonly CaptureEffect[], ...types: CaptureEffect['type'][]) =>
  effects.filter(({ type }) => types.includes(type)).length;

describe('a recording, after any history', () => {
  it('has one take and one microphone while it runs, and none of either while idle', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { capture, effects } = run(events);
        const live = capture.state === 'idle' ? 0 : 1;
        expect(count(effects, 'begin-take') - count(effects, 'end-take', 'cancel-take', 'drop-take')).toBe(live);
        expect(count(effects, 'open-microphone') - count(effects, 'close-microphone')).toBe(live);
      }),
    );
  });

  it('ends after a stop whatever the microphone does: on samples, on its end, or on a timer', () => {
    const ends = fc.constantFrom<CaptureEvent[]>(
      [
        { type: 'caught-up' },
        ...Array.from({ length: 30 }, () => ({ type: 'samples', count: 480, silenceMs: 0 }) as const),
      ],
      [{ type: 'microphone-ended' }],
      [
        { type: 'timer', timer: 'start-limit' },
        { type: 'timer', timer: 'tail-limit' },
      ],
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), ends, (events, end) => {
        expect(run([...events, { type: 'stop' }, ...end]).capture).toEqual(IDLE);
      }),
    );
  });

  it('commits phrases only in the tail', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), event, (events, last) => {
        const before = run(events);
        const { capture, effects } = reduceCapture(before.capture, last);
        const isReported = capture.state === 'tail' && (before.capture.state !== 'tail' || last.type === 'samples');
        expect(count(effects, 'commit-phrase')).toBe(isReported ? 1 : 0);
      }),
    );
  });

  it('accepts everything captured before the release, however late it arrives, before the tail begins', () => {
    const late = fc.array(fc.integer({ min: 0, max: 24_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(manners, fc.boolean(), late, (manner, isOpen, counts) => {
        const sound = { type: 'samples', count: 480, silenceMs: 400_000 } as const;
        const before: CaptureEvent[] = [
          { type: 'start', manner, tentative: false },
          ...(isOpen ? [{ ...sound, silenceMs: 0 }] : []),
        ];
        const held = run([...before, { type: 'stop' }, ...counts.map((count): CaptureEvent => ({ ...sound, count }))]);
        expect(count(held.effects, 'catch-up')).toBe(1);
        expect(held.capture.state).toBe(isOpen || counts.length > 0 ? 'tail' : 'starting');
        const tail = Array.from({ length: 6 }, () => sound);
        const all = [...before, { type: 'stop' } as const, ...tail, { type: 'caught-up' } as const, ...tail];
        expect(run(all).capture).toEqual(IDLE);
      }),
    );
  });

  it('allows sending only a dictation that the user ended, not one that ended on its own or continues in the next take', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), event, (events, last) => {
        const before = run(events);
        const { effects } = reduceCapture(before.capture, last);
        for (const effect of effects) {
          if (effect.type !== 'end-take') continue;
          const byItself = effects.some((other) => other.type === 'stopped' && other.by !== 'end');
          expect(effect.finished).toBe(!byItself && last.type !== 'take-full');
        }
      }),
    );
  });

  it('runs no timers while idle', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { capture, effects } = run([...events, { type: 'cancel' }]);
        expect(capture).toEqual(IDLE);
        const lastStop = effects.findLastIndex(({ type }) => type === 'stop-timers');
        expect(count(effects.slice(lastStop + 1), 'start-timer')).toBe(0);
      }),
    );
  });
});
