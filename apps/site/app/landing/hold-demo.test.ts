import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishedDemo, HOLD_PACE, type HoldEvent, isAllSaid, nextDemo } from './hold-demo.ts';

const SCRIPT = [
  ['one', 'two', 'three'],
  ['four', 'five'],
];
const LONG_MS = 60_000;

function play(...events: HoldEvent[]) {
  return events.reduce((demo, event) => nextDemo(demo, event, SCRIPT), finishedDemo(SCRIPT));
}

describe('the scripted demo', () => {
  it('starts with the first text inserted', () => {
    expect(finishedDemo(SCRIPT)).toMatchObject({ phase: 'inserted', scene: 0, words: 3 });
  });

  it('starts listening on press, with an empty field', () => {
    expect(play({ type: 'press' })).toEqual({ phase: 'listening', scene: 1, words: 0, heldMs: 0 });
  });

  it('reveals word after word while the key is held', () => {
    const { firstWordMs, wordMs } = HOLD_PACE;
    expect(play({ type: 'press' }, { type: 'hold', heldMs: firstWordMs - 1 }).words).toBe(0);
    expect(play({ type: 'press' }, { type: 'hold', heldMs: firstWordMs }).words).toBe(1);
    expect(play({ type: 'press' }, { type: 'hold', heldMs: firstWordMs + wordMs }).words).toBe(2);
  });

  it('keeps listening after the last word', () => {
    const demo = play({ type: 'press' }, { type: 'hold', heldMs: LONG_MS });
    expect(demo).toMatchObject({ phase: 'listening', words: 2 });
    expect(isAllSaid(demo, SCRIPT)).toBe(true);
  });

  it('inserts the words said before the release', () => {
    const demo = play({ type: 'press' }, { type: 'release', heldMs: HOLD_PACE.firstWordMs });
    expect(demo).toMatchObject({ phase: 'inserted', words: 1 });
    expect(isAllSaid(demo, SCRIPT)).toBe(false);
  });

  it('treats a tap as too short, and repeats the same text on the next press', () => {
    const tapped = play({ type: 'press' }, { type: 'release', heldMs: HOLD_PACE.firstWordMs - 1 });
    expect(tapped).toMatchObject({ phase: 'too-short', scene: 1, words: 0 });
    expect(nextDemo(tapped, { type: 'press' }, SCRIPT)).toMatchObject({ phase: 'listening', scene: 1 });
  });

  it('ignores releases and time while the key is not held', () => {
    expect(play({ type: 'release', heldMs: 0 })).toEqual(finishedDemo(SCRIPT));
    expect(play({ type: 'hold', heldMs: LONG_MS })).toEqual(finishedDemo(SCRIPT));
  });

  it('cycles through the texts', () => {
    const hold: HoldEvent[] = [{ type: 'press' }, { type: 'release', heldMs: LONG_MS }];
    expect(play(...hold).scene).toBe(1);
    expect(play(...hold, ...hold).scene).toBe(0);
  });

  it('never takes back a word or exceeds the script, whatever the events', () => {
    const time = fc.nat({ max: 20_000 });
    const event = fc.oneof(
      fc.constant<HoldEvent>({ type: 'press' }),
      time.map((heldMs): HoldEvent => ({ type: 'hold', heldMs })),
      time.map((heldMs): HoldEvent => ({ type: 'release', heldMs })),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let demo = finishedDemo(SCRIPT);
        for (const each of events) {
          const next = nextDemo(demo, each, SCRIPT);
          const begins = each.type === 'press' && demo.phase !== 'listening';
          if (!begins) expect(next.words).toBeGreaterThanOrEqual(demo.words);
          expect(next.words).toBeLessThanOrEqual(SCRIPT[next.scene]?.length ?? -1);
          expect(next.phase === 'too-short').toBe(next.words === 0 && next.phase !== 'listening');
          demo = next;
        }
      }),
    );
  });
});
