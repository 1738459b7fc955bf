import { Turns } from '@workspace/dictation/turns';
import type { BindOutcome, ChordEvent, Hotkeys } from '../app/shell.ts';
import type { Chord, ChordAction } from '../channel/chord.ts';
import {
  CHORD_UP,
  type ChordHold,
  type KeyboardMoment,
  type KeyTransition,
  momentsOf,
  stepHold,
} from './chord-holds.ts';
import { areModifiersDown, type ChordKeys, withLocks } from './chord-keys.ts';
import { type Display, DisplayError } from './display.ts';
import { Grabs, type KeyCombination } from './grabs.ts';
import type { Keyboard } from './keyboard.ts';

/** How often the keys are looked at while a chord is down, so that no release is missed. */
const POLL_MS = 15;

interface Binding {
  chord: Chord;
  /** undefined while the keyboard lacks one of them. */
  keys: ChordKeys | undefined;
  hold: ChordHold;
}

/** Key combinations that are grabbed on an X display. */
export class X11Hotkeys implements Hotkeys {
  readonly #keyboard: Keyboard;
  readonly #grabs: Grabs;
  readonly #bindings = new Map<ChordAction, Binding>();
  readonly #listeners = new Set<(event: ChordEvent) => void>();
  readonly #transitions: KeyTransition[] = [];
  #isLooking = false;
  #pollTimer: NodeJS.Timeout | undefined;
  /** Changes of grabs, one after the other. */
  readonly #changes = new Turns();

  constructor(display: Display, keyboard: Keyboard) {
    this.#keyboard = keyboard;
    this.#grabs = new Grabs(display);
    display.onEvent((event) => {
      if (event.name !== 'KeyPress' && event.name !== 'KeyRelease') return;
      const type = event.name === 'KeyPress' ? 'press' : 'release';
      this.#transitions.push({ type, keycode: event.keycode, modifiers: event.buttons, time: event.time });
      this.#look();
    });
    keyboard.onChange(() => void this.#changes.take(() => this.#followKeyboard()).catch(ignoreLoss));
    display.onLost(() => this.#releaseAll());
  }

  bind(action: ChordAction, chord: Chord): Promise<BindOutcome> {
    return this.#changes.take(async () => {
      this.#forget(action);
      const keys = this.#keyboard.chordKeys(chord);
      if (!keys) {
        await this.#holdGrabs();
        return 'no-such-key';
      }
      // Repeats of a key that is down already would look like a press.
      const keysDown = await this.#keyboard.keysDown();
      const keycode = keys.keycodes.find((code) => keysDown.has(code));
      const hold: ChordHold = keycode === undefined ? CHORD_UP : { phase: 'spent', keycode };
      this.#bindings.set(action, { chord, keys, hold });
      const taken = await this.#holdGrabs();
      if (taken.some((combination) => this.#combinationsOf(keys).some((own) => isSame(own, combination)))) {
        this.#forget(action);
        await this.#holdGrabs();
        return 'taken';
      }
      this.#look();
      return 'bound';
    });
  }

  unbind(action: ChordAction): Promise<void> {
    return this.#changes.take(async () => {
      this.#forget(action);
      await this.#holdGrabs();
    });
  }

  async isDown(action: ChordAction): Promise<boolean> {
    const keysDown = await this.#keyboard.keysDown();
    const keys = this.#bindings.get(action)?.keys;
    if (!keys) return false;
    return keys.keycodes.some((code) => keysDown.has(code)) && areModifiersDown(keys, keysDown);
  }

  onEvent(listener: (event: ChordEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Gives all chords back. */
  async close(): Promise<void> {
    this.#releaseAll();
    await this.#changes
      .take(async () => {
        await this.#grabs.hold([]);
      })
      .catch(ignoreLoss);
  }

  /** Asks which keys are down, and moves all chords on when the answer is there; again and again while one is down. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    clearTimeout(this.#pollTimer);
    this.#keyboard
      .snapshot((keysDown) => {
        this.#isLooking = false;
        for (const moment of momentsOf(this.#transitions.splice(0), keysDown)) this.#step(moment);
        const isAnyDown = [...this.#bindings.values()].some(({ hold }) => hold.phase !== 'up');
        if (isAnyDown) this.#pollTimer = setTimeout(() => this.#look(), POLL_MS);
      })
      .catch(ignoreLoss);
  }

  #step(moment: KeyboardMoment): void {
    for (const [action, binding] of this.#bindings) {
      if (!binding.keys) continue;
      const { hold, emits } = stepHold(binding.hold, moment, binding.keys, this.#keyboard.lockMasks);
      binding.hold = hold;
      if (emits) this.#emit({ action, type: emits });
    }
  }

  async #followKeyboard(): Promise<void> {
    for (const [action, { chord, hold }] of [...this.#bindings]) {
      const keys = this.#keyboard.chordKeys(chord);
      if (keys) this.#bindings.set(action, { chord, keys, hold });
      else {
        this.#forget(action);
        this.#bindings.set(action, { chord, keys, hold: CHORD_UP });
      }
    }
    await this.#holdGrabs();
    this.#look();
  }

  /** Grabs what the bindings need, and returns what another program has. */
  #holdGrabs(): Promise<KeyCombination[]> {
    return this.#grabs.hold(
      [...this.#bindings.values()].flatMap(({ keys }) => (keys ? this.#combinationsOf(keys) : [])),
    );
  }

  #combinationsOf({ keycodes, modifierMask }: ChordKeys): KeyCombination[] {
    const masks = withLocks(modifierMask, this.#keyboard.lockMasks);
    return keycodes.flatMap((keycode) => masks.map((mask) => ({ keycode, modifierMask: mask })));
  }

  /** Takes an action's chord away; if it was down, nobody will hear of its release any more. */
  #forget(action: ChordAction): void {
    const wasHeld = this.#bindings.get(action)?.hold.phase === 'held';
    this.#bindings.delete(action);
    if (wasHeld) this.#emit({ action, type: 'released' });
  }

  #releaseAll(): void {
    clearTimeout(this.#pollTimer);
    for (const action of [...this.#bindings.keys()]) this.#forget(action);
  }

  #emit(event: ChordEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** The display itself tells of the end of its connection. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof DisplayError)) throw error;
}

function isSame(one: KeyCombination, other: KeyCombination): boolean {
  return one.keycode === other.keycode && one.modifierMask === other.modifierMask;
}
