import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHORD_UP,
  type ChordHold,
  type ChordReading,
  giveUpChord,
  type HoldStep,
  lookAtChord,
  pressChord,
} from './hotkeys-hold.ts';

const POLL_MS = 8;
const TOO_SOON_MS = 50;

const reading = (key: ChordReading['key'], modifiers: ChordReading['modifiers'] = 'down'): ChordReading => ({
  key,
  modifiers,
});
const BOTH_DOWN = reading('down');

/** Follows a chord as the app does: a press, then readings at given times. */
function follow(...looks: [atMs: number, ChordReading][]): string[] {
  const [first, ...others] = looks;
  if (!first) return [];
  let { hold, emits } = pressChord(CHORD_UP, first[1], first[0]);
  const emitted = emits.map((type) => `${type} ${first[0]}`);
  for (const [atMs, read] of others) {
    ({ hold, emits } = lookAtChord(hold, read, atMs));
    emitted.push(...emits.map((type) => `${type} ${atMs}`));
  }
  return emitted;
}

describe('a held chord', () => {
  test('is released when its key goes up', () => {
    expect(follow([0, BOTH_DOWN], [100, BOTH_DOWN], [108, reading('up')])).toEqual(['pressed 0', 'released 108']);
  });

  test('is released when a modifier goes up, whatever its key reads as', () => {
    for (const key of ['down', 'up', 'unknown'] as const)
      expect(follow([0, BOTH_DOWN], [8, reading(key, 'up')])).toEqual(['pressed 0', 'released 8']);
  });

  test('is released only by its modifiers if its key can’t be read', () => {
    const unknown = reading('unknown');
    expect(follow([0, unknown], [5_000, unknown], [5_008, reading('unknown', 'up')])).toEqual([
      'pressed 0',
      'released 5008',
    ]);
  });

  test('stays held if its key reads as up right away, which must be wrong', () => {
    const up = reading('up');
    expect(follow([0, up], [40, up], [60, up], [900, up], [908, reading('up', 'up')])).toEqual([
      'pressed 0',
      'released 908',
    ]);
  });

  test('is released by its key again once that has read as down', () => {
    expect(follow([0, reading('up')], [8, BOTH_DOWN], [100, reading('up')])).toEqual(['pressed 0', 'released 100']);
  });

  test('is released immediately if everything is up when the press is reported', () => {
    expect(follow([0, reading('up', 'up')])).toEqual(['pressed 0', 'released 0']);
  });
});

describe('a chord without modifiers', () => {
  const bare = (key: ChordReading['key']) => reading(key, 'none');

  test('is released by its key', () => {
    expect(follow([0, bare('down')], [200, bare('up')])).toEqual(['pressed 0', 'released 200']);
    expect(follow([0, bare('up')], [40, bare('up')], [56, bare('up')])).toEqual(['pressed 0', 'released 56']);
  });

  test('is released by another press if its key can’t be read', () => {
    const pressed = pressChord(CHORD_UP, bare('unknown'), 0);
    expect(pressed.emits).toEqual(['pressed']);
    expect(lookAtChord(pressed.hold, bare('unknown'), 60_000).hold.phase).toBe('held');
    expect(pressChord(pressed.hold, bare('unknown'), 60_000)).toEqual({ hold: CHORD_UP, emits: ['released'] });
  });
});

describe('a released chord whose key stays down', () => {
  const { hold } = lookAtChord(pressChord(CHORD_UP, BOTH_DOWN, 0).hold, reading('down', 'up'), 100);

  test('is not pressed by repeats until its key has been up', () => {
    expect(hold.phase).toBe('spent');
    expect(pressChord(hold, BOTH_DOWN, 200)).toEqual({ hold, emits: [] });
    expect(lookAtChord(hold, reading('up', 'up'), 300).hold).toEqual(CHORD_UP);
  });

  test('can be pressed again after a while, in case the key is not held by the user', () => {
    expect(lookAtChord(hold, reading('down', 'up'), 5_099).hold.phase).toBe('spent');
    expect(lookAtChord(hold, reading('down', 'up'), 5_100).hold).toEqual(CHORD_UP);
  });
});

test('a chord that is unbound while down is reported as released, and stays spent until it is up', () => {
  const held = pressChord(CHORD_UP, BOTH_DOWN, 0).hold;
  const given = giveUpChord(held, BOTH_DOWN, 100);
  expect(given).toMatchObject({ hold: { phase: 'spent' }, emits: ['released'] });
  expect(lookAtChord(given.hold, BOTH_DOWN, 60_000).hold.phase).toBe('spent');
  expect(lookAtChord(given.hold, reading('up'), 60_008).hold).toEqual(CHORD_UP);
  const unread = pressChord(CHORD_UP, reading('up'), 0).hold;
  expect(giveUpChord(unread, reading('up'), 100).hold.phase).toBe('spent');
  expect(giveUpChord(CHORD_UP, BOTH_DOWN, 0)).toEqual({ hold: CHORD_UP, emits: [] });
});

type Move =
  | { type: 'key' | 'modifiers'; isDown: boolean }
  | { type: 'repeat' }
  | { type: 'wait'; polls: number }
  /** A press of the whole chord, which random moves rarely produce. */
  | { type: 'hold'; polls: number };

/** A keyboard whose key is read through `read`, and what the app makes of it. */
class Hold {
  hold: ChordHold = CHORD_UP;
  readonly emitted: string[] = [];
  isKeyDown = false;
  areModifiersDown = false;
  nowMs = 0;
  /** When the press of the currently held chord was reported; undefined once any of its keys has been released. */
  wholeSinceMs: number | undefined;
  readonly #read: (truth: boolean, ageMs: number) => ChordReading['key'];
  #pressedMs = 0;

  constructor(read: (truth: boolean, ageMs: number) => ChordReading['key']) {
    this.#read = read;
  }

  move(move: Move): void {
    switch (move.type) {
      case 'hold':
        this.move({ type: 'key', isDown: false });
        this.move({ type: 'wait', polls: 1 });
        this.move({ type: 'modifiers', isDown: true });
        this.move({ type: 'key', isDown: true });
        this.move({ type: 'wait', polls: move.polls });
        break;
      case 'key': {
        const isPress = move.isDown && !this.isKeyDown && this.areModifiersDown;
        this.isKeyDown = move.isDown;
        if (isPress) this.#press();
        break;
      }
      case 'modifiers':
        this.areModifiersDown = move.isDown;
        break;
      case 'repeat':
        if (this.isKeyDown && this.areModifiersDown) this.#step(pressChord(this.hold, this.#reading(), this.nowMs));
        break;
      case 'wait':
        for (let poll = 0; poll < move.polls; poll++) {
          this.nowMs += POLL_MS;
          this.#step(lookAtChord(this.hold, this.#reading(), this.nowMs));
        }
    }
    if (!this.isKeyDown || !this.areModifiersDown) this.wholeSinceMs = undefined;
  }

  get isHeld(): boolean {
    return this.hold.phase === 'held';
  }

  #press(): void {
    if (this.hold.phase === 'up') {
      this.#pressedMs = this.nowMs;
      this.wholeSinceMs = this.nowMs;
    }
    this.#step(pressChord(this.hold, this.#reading(), this.nowMs));
  }

  #step({ hold, emits }: HoldStep): void {
    this.hold = hold;
    this.emitted.push(...emits);
  }

  #reading(): ChordReading {
    return reading(this.#read(this.isKeyDown, this.nowMs - this.#pressedMs), this.areModifiersDown ? 'down' : 'up');
  }
}

const polls = fc.integer({ min: 1, max: 12 });
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ type: fc.constantFrom('key' as const, 'modifiers' as const), isDown: fc.boolean() }),
  fc.constant({ type: 'repeat' as const }),
  fc.record({ type: fc.constant('wait' as const), polls }),
  fc.record({ type: fc.constant('hold' as const), polls }),
);
const moves = fc.array(move, { maxLength: 40 });

const truthful = (truth: boolean) => (truth ? ('down' as const) : ('up' as const));
const lies = fc.array(fc.constantFrom('down' as const, 'up' as const, 'unknown' as const), { maxLength: 60 });
const noLies = fc.constant<ChordReading['key'][]>([]);
/** Ways of reading the key, and whether readings right after a press may be arbitrary. */
const WAYS = [
  { way: 'rightly', read: truthful, early: noLies },
  { way: 'rightly but for the first moments', read: truthful, early: lies },
  { way: 'always as up', read: () => 'up' as const, early: noLies },
  { way: 'not at all', read: () => 'unknown' as const, early: lies },
];

describe('however keys are pressed, and whatever they read as', () => {
  test.each(WAYS)('a chord is never stuck or released early if its key is read $way', ({ read, early }) => {
    fc.assert(
      fc.property(moves, early, (history, lied) => {
        const answers = [...lied];
        const keyboard = new Hold((truth, ageMs) => {
          const answer = ageMs <= TOO_SOON_MS ? answers.pop() : undefined;
          return answer ?? read(truth);
        });
        for (const one of history) {
          keyboard.move(one);
          // Held for as long as the same press keeps the whole chord down.
          if (keyboard.wholeSinceMs !== undefined) expect(keyboard.isHeld).toBe(true);
          keyboard.move({ type: 'wait', polls: 1 });
          if (!keyboard.areModifiersDown) expect(keyboard.isHeld).toBe(false);
        }
        expect(keyboard.emitted).toEqual(
          keyboard.emitted.map((_, index) => (index % 2 === 0 ? 'pressed' : 'released')),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test('a release is reported at the next reading if the key can be read', () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 8, max: 100 }), (history, heldPolls) => {
        const keyboard = new Hold(truthful);
        for (const one of history) keyboard.move(one);
        keyboard.move({ type: 'hold', polls: heldPolls });
        expect(keyboard.isHeld).toBe(true);
        keyboard.move({ type: 'key', isDown: false });
        keyboard.move({ type: 'wait', polls: 1 });
        expect(keyboard.isHeld).toBe(false);
      }),
    );
  });

  test('a chord is never stuck or reported twice, even if readings are arbitrary', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 7_000 }),
      isPress: fc.boolean(),
      key: fc.constantFrom('down' as const, 'up' as const, 'unknown' as const),
      modifiers: fc.constantFrom('down' as const, 'up' as const),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let hold: ChordHold = CHORD_UP;
        let nowMs = 0;
        const emitted: string[] = [];
        for (const { afterMs, isPress, key, modifiers } of steps) {
          nowMs += afterMs;
          const stepped: HoldStep = (isPress ? pressChord : lookAtChord)(hold, { key, modifiers }, nowMs);
          hold = stepped.hold;
          emitted.push(...stepped.emits);
          if (modifiers === 'up') expect(hold.phase).not.toBe('held');
        }
        // Finally, all keys are up.
        for (let look = 0; look < 2; look++) hold = lookAtChord(hold, reading('up', 'up'), nowMs).hold;
        expect(hold).toEqual(CHORD_UP);
        expect(emitted).toEqual(emitted.map((_, index) => (index % 2 === 0 ? 'pressed' : 'released')));
      }),
      { numRuns: 1_000 },
    );
  });
});
