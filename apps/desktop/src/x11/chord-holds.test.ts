import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHORD_UP, type ChordHold, type KeyTransition, momentsOf, stepHold } from './chord-holds.ts';
import { buttonCode, type ChordKeys } from './chord-keys.ts';

const CONTROL = 4;
const SHIFT = 1;
const NUM_LOCK = 16;
const KEY = 65;
const [CONTROL_LEFT, CONTROL_RIGHT, SHIFT_LEFT, OTHER] = [37, 105, 50, 40];
const CHORD: ChordKeys = {
  keycodes: [KEY],
  modifierMask: CONTROL | SHIFT,
  modifierKeycodes: [[CONTROL_LEFT, CONTROL_RIGHT], [SHIFT_LEFT]],
};
const LOCKS = [NUM_LOCK];

/** The chord as the app tracks it: from batches of reported transitions, each with the keys down after it. */
class Follower {
  readonly emitted: string[] = [];
  hold: ChordHold = CHORD_UP;

  follow(transitions: readonly KeyTransition[], keysDown: ReadonlySet<number>): void {
    for (const moment of momentsOf(transitions, keysDown)) {
      const { hold, emits } = stepHold(this.hold, moment, CHORD, LOCKS);
      this.hold = hold;
      if (emits) this.emitted.push(emits);
    }
  }
}

type Move = { type: 'press' | 'release'; keycode: number } | { type: 'repeat' } | { type: 'look' };

/** A keyboard, and a server that reports what a grab lets through. Records what really happened to the chord. */
class KeyboardModel {
  readonly down = new Set<number>();
  readonly truth: string[] = [];
  emitted: KeyTransition[] = [];
  #time = 1_000;
  #lastPressed: number | undefined;
  /** The chord is held down, and none of its keys has been released yet. */
  #isWhole = false;
  /** All keys go to the app from the press that completes the chord until the release of its main key. */
  #isGrabbed = false;

  move(move: Exclude<Move, { type: 'look' }>): void {
    this.#time += 5;
    if (move.type === 'repeat') {
      if (this.#lastPressed === undefined) return;
      this.#emit('release', this.#lastPressed);
      this.#emit('press', this.#lastPressed);
    } else if (move.type === 'press') this.#press(move.keycode);
    else this.#release(move.keycode);
  }

  #press(keycode: number): void {
    if (this.down.has(keycode)) return;
    if (keycode === KEY && this.#modifiers === (CONTROL | SHIFT)) {
      this.#isGrabbed = true;
      this.#isWhole = true;
      this.truth.push('pressed');
    }
    this.#emit('press', keycode);
    this.down.add(keycode);
    this.#lastPressed = keycode;
  }

  #release(keycode: number): void {
    if (!this.down.has(keycode)) return;
    this.#emit('release', keycode);
    this.down.delete(keycode);
    if (this.#lastPressed === keycode) this.#lastPressed = undefined;
    if (keycode === KEY) this.#isGrabbed = false;
    if (this.#isWhole && (!this.down.has(KEY) || this.#modifiers !== (this.#modifiers | CONTROL | SHIFT))) {
      this.#isWhole = false;
      this.truth.push('released');
    }
  }

  #emit(type: KeyTransition['type'], keycode: number): void {
    if (this.#isGrabbed)
      this.emitted.push({ source: 'grab', type, keycode, modifiers: this.#modifiers | NUM_LOCK, time: this.#time });
  }

  get #modifiers(): number {
    const isControl = this.down.has(CONTROL_LEFT) || this.down.has(CONTROL_RIGHT);
    return (isControl ? CONTROL : 0) | (this.down.has(SHIFT_LEFT) ? SHIFT : 0);
  }
}

const keycode = fc.constantFrom(KEY, KEY, CONTROL_LEFT, CONTROL_RIGHT, SHIFT_LEFT, OTHER);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('press' as const, 'release' as const), keycode }) },
  { weight: 1, arbitrary: fc.constant({ type: 'repeat' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'look' as const }) },
);
/** Completes the chord now and then, which random presses rarely do. */
const moves = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: move.map((one) => [one]) },
      {
        weight: 1,
        arbitrary: fc.constant(
          [CONTROL_LEFT, SHIFT_LEFT, KEY].map((code) => ({ type: 'press' as const, keycode: code })),
        ),
      },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.flat());

const press = (one: number): Move => ({ type: 'press', keycode: one });
const release = (one: number): Move => ({ type: 'release', keycode: one });
const ONCE_FAILED = [
  // A modifier is released and pressed again.
  [press(CONTROL_LEFT), press(SHIFT_LEFT), press(KEY), release(CONTROL_LEFT), press(CONTROL_LEFT)],
  // All keys are released, then pressed in an order that the grab doesn't match, so that nothing is reported.
  [
    ...[press(CONTROL_LEFT), press(SHIFT_LEFT), press(KEY), release(CONTROL_LEFT), release(KEY)],
    ...[press(KEY), press(CONTROL_LEFT)],
  ],
];

describe('a chord tracked through key transitions', () => {
  test('is pressed and released exactly once each time it is held, as it happens', () => {
    fc.assert(
      fc.property(moves, (history) => {
        const [keyboard, follower] = [new KeyboardModel(), new Follower()];
        for (const one of history) {
          if (one.type !== 'look') keyboard.move(one);
          follower.follow(keyboard.emitted.splice(0), keyboard.down);
          expect(follower.emitted).toEqual(keyboard.truth);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('is pressed and released just as often, however late the app looks', () => {
    fc.assert(
      fc.property(moves, (history) => {
        const [keyboard, follower] = [new KeyboardModel(), new Follower()];
        for (const one of [...history, { type: 'look' as const }]) {
          if (one.type === 'look') follower.follow(keyboard.emitted.splice(0), keyboard.down);
          else keyboard.move(one);
        }
        expect(follower.emitted).toEqual(keyboard.truth);
      }),
      { numRuns: 2_000, examples: ONCE_FAILED.map((history) => [history]) },
    );
  });

  test('never gets stuck or pressed twice, whatever the server omits', () => {
    fc.assert(
      fc.property(moves, fc.infiniteStream(fc.boolean()), (history, isEmitted) => {
        const [keyboard, follower] = [new KeyboardModel(), new Follower()];
        for (const one of history) {
          if (one.type !== 'look') keyboard.move(one);
          follower.follow(
            keyboard.emitted.splice(0).filter(() => isEmitted.next().value),
            keyboard.down,
          );
          expect(follower.emitted).toEqual(
            follower.emitted.map((_, index) => (index % 2 === 0 ? 'pressed' : 'released')),
          );
        }
        follower.follow([], new Set());
        expect(follower.emitted.length % 2).toBe(0);
        expect(follower.hold).toEqual(CHORD_UP);
      }),
    );
  });

  test('is not pressed again until its main key has been released', () => {
    const [keyboard, follower] = [new KeyboardModel(), new Follower()];
    for (const one of [CONTROL_LEFT, SHIFT_LEFT, KEY]) keyboard.move({ type: 'press', keycode: one });
    for (const type of ['release', 'press'] as const) keyboard.move({ type, keycode: SHIFT_LEFT });
    keyboard.move({ type: 'release', keycode: SHIFT_LEFT });
    follower.follow(keyboard.emitted.splice(0), keyboard.down);
    expect(follower.emitted).toEqual(['pressed', 'released']);
    keyboard.move({ type: 'press', keycode: SHIFT_LEFT });
    keyboard.move({ type: 'repeat' });
    follower.follow(keyboard.emitted.splice(0), keyboard.down);
    expect(follower.hold).toEqual({ phase: 'spent', keycode: KEY });
    expect(follower.emitted).toEqual(['pressed', 'released']);
  });

  test('stays pressed while either key of a modifier is down', () => {
    const [keyboard, follower] = [new KeyboardModel(), new Follower()];
    for (const one of [CONTROL_LEFT, CONTROL_RIGHT, SHIFT_LEFT, KEY]) keyboard.move({ type: 'press', keycode: one });
    keyboard.move({ type: 'release', keycode: CONTROL_LEFT });
    follower.follow(keyboard.emitted.splice(0), keyboard.down);
    expect(follower.emitted).toEqual(['pressed']);
  });
});

test('the keyboard’s earlier states are derived from its final one', () => {
  const emitted = (type: KeyTransition['type'], code: number): KeyTransition => ({
    source: 'grab',
    type,
    keycode: code,
    modifiers: 5,
    time: 0,
  });
  const history = [
    emitted('press', KEY),
    emitted('release', SHIFT_LEFT),
    emitted('press', OTHER),
    emitted('release', KEY),
  ];
  expect(momentsOf(history, new Set([CONTROL_LEFT, OTHER]))).toEqual([
    { press: history[0], keysDown: new Set([CONTROL_LEFT, SHIFT_LEFT, KEY]) },
    { keysDown: new Set([CONTROL_LEFT, KEY]) },
    { press: history[2], keysDown: new Set([CONTROL_LEFT, OTHER, KEY]) },
    { keysDown: new Set([CONTROL_LEFT, OTHER]) },
    { keysDown: new Set([CONTROL_LEFT, OTHER]) },
  ]);
});

test('a repeat is distinguished from a quick second press by its time and modifiers', () => {
  const CHORD_DOWN = new Set([CONTROL_LEFT, SHIFT_LEFT, KEY]);
  const at = (type: KeyTransition['type'], time: number, modifiers = CONTROL | SHIFT): KeyTransition => {
    return { source: 'grab', type, keycode: KEY, modifiers, time };
  };
  const follower = new Follower();
  follower.follow(
    [at('press', 0), at('release', 500), at('press', 500), at('release', 540), at('press', 541)],
    CHORD_DOWN,
  );
  expect(follower.emitted).toEqual(['pressed']);
  follower.follow([at('release', 560), at('press', 562)], CHORD_DOWN);
  expect(follower.emitted).toEqual(['pressed', 'released', 'pressed']);
  follower.follow([at('release', 580, CONTROL), at('press', 580)], CHORD_DOWN);
  expect(follower.emitted).toEqual(['pressed', 'released', 'pressed', 'released', 'pressed']);
});

test.each([
  ['raw', KEY],
  ['grab', buttonCode(8)],
] as const)('in %s events, a release and press of keycode %d are never a repeat', (source, keycode) => {
  const release: KeyTransition = { source, type: 'release', keycode, modifiers: 0, time: 0 };
  expect(momentsOf([release, { ...release, type: 'press' }], new Set([keycode]))).toHaveLength(3);
});
