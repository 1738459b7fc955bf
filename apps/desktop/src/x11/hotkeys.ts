import { Mutex } from 'async-mutex';
import type { BindOutcome, ChordEvent, Hotkeys } from '../app/platform.ts';
import { type Chord, type ChordAction, isLoneKey } from '../ipc/chord.ts';
import {
  CHORD_UP,
  type ChordHold,
  type KeyboardMoment,
  type KeyTransition,
  momentsOf,
  stepHold,
} from './chord-holds.ts';
import { areModifiersDown, buttonCode, type ChordKeys, isButtonCode, type LoneKeys, withLocks } from './chord-keys.ts';
import { type Display, DisplayError } from './display.ts';
import { type Combination, Grabs } from './grabs.ts';
import type { HeldKeys } from './held-keys.ts';
import type { Keyboard } from './keyboard.ts';
import { type LoneHold, stepLone } from './lone-holds.ts';
import { RawInput } from './raw-input.ts';

/** Interval for reading the keys while a chord is down, so that no release is missed. */
const POLL_MS = 15;

/** `AllowEvents` modes for a frozen pointer. `goesOn`: it thaws until the next button event. */
const POINTER = { goesOn: 1, isReplayed: 2 } as const;

type BoundKeys =
  | { type: 'chord'; keys: ChordKeys; hold: ChordHold }
  | { type: 'modifier' | 'button'; keys: LoneKeys; hold: LoneHold };

interface Binding {
  chord: Chord;
  /** undefined while the keyboard lacks one of the keys. */
  bound: BoundKeys | undefined;
}

/**
 * Hotkeys on an X display. Key combinations and mouse buttons are grabbed; lone modifiers are only listened to, since
 * grabbing them would take all their combinations away from every program.
 */
export class X11Hotkeys implements Hotkeys {
  readonly #display: Display;
  readonly #keyboard: Keyboard;
  readonly #held: HeldKeys;
  readonly #grabs: Grabs;
  #rawInput: RawInput | undefined;
  readonly #bindings = new Map<ChordAction, Binding>();
  readonly #listeners = new Set<(event: ChordEvent) => void>();
  /** Transitions of grabbed keys, and of all others while one is held. */
  readonly #transitions: KeyTransition[] = [];
  /**
   * Transitions of all keys and buttons that lone keys may be combined with: from raw input, which reports nothing that
   * we have grabbed, and from the grabs.
   */
  readonly #rawTransitions: KeyTransition[] = [];
  /**
   * The same, not yet applied to lone modifiers: button events while the pointer is frozen arrive only after it thaws,
   * with their original times.
   */
  readonly #unjudged: KeyTransition[] = [];
  /** The button event at which the pointer is frozen until we answer. */
  #waiting: { isPress: boolean; code: number; time: number } | undefined;
  #isLooking = false;
  #pollTimer: NodeJS.Timeout | undefined;
  /** Serializes changes of grabs. */
  readonly #changes = new Mutex();

  private constructor(display: Display, keyboard: Keyboard, held: HeldKeys) {
    this.#display = display;
    this.#keyboard = keyboard;
    this.#held = held;
    this.#grabs = new Grabs(display);
    display.onEvent((event) => {
      switch (event.name) {
        case 'KeyPress':
        case 'KeyRelease': {
          const type = event.name === 'KeyPress' ? 'press' : 'release';
          const { keycode, buttons: modifiers, time } = event;
          const transition: KeyTransition = { source: 'grab', type, keycode, modifiers, time };
          this.#transitions.push(transition);
          if (this.#hasLoneKeys) this.#rawTransitions.push(transition);
          this.#look();
          break;
        }
        case 'ButtonPress':
        case 'ButtonRelease': {
          const isPress = event.name === 'ButtonPress';
          const code = buttonCode(event.keycode);
          const { time } = event;
          this.#waiting = { isPress, code, time };
          const type = isPress ? 'press' : 'release';
          this.#rawTransitions.push({ source: 'grab', type, keycode: code, modifiers: 0, time });
          this.#look();
          break;
        }
      }
    });
    keyboard.onChange(() => void this.#changes.runExclusive(() => this.#followKeyboard()).catch(ignoreLoss));
    display.onLost(() => this.#releaseAll());
  }

  /** Rejects with a `DisplayError` if the server lacks XInput 2. */
  static async open(display: Display, keyboard: Keyboard, held: HeldKeys): Promise<X11Hotkeys> {
    const hotkeys = new X11Hotkeys(display, keyboard, held);
    hotkeys.#rawInput = await RawInput.open(display, (transition) => hotkeys.#handleRaw(transition));
    return hotkeys;
  }

  bind(action: ChordAction, chord: Chord): Promise<BindOutcome> {
    return this.#changes.runExclusive(async () => {
      this.#forget(action);
      const bound = this.#boundKeys(chord);
      if (!bound) {
        await this.#holdGrabs();
        return 'no-such-key';
      }
      // Repeats of a key that is already down would look like a press.
      const down = await this.#codesDown();
      const keycode = codesOf(bound).find((code) => down.has(code));
      if (keycode !== undefined) bound.hold = { phase: 'spent', keycode };
      this.#bindings.set(action, { chord, bound });
      const taken = await this.#holdGrabs();
      if (taken.some((combination) => this.#combinationsOf(bound).some((own) => isSame(own, combination)))) {
        this.#forget(action);
        await this.#holdGrabs();
        return 'taken';
      }
      this.#look();
      return 'bound';
    });
  }

  unbind(action: ChordAction): Promise<void> {
    return this.#changes.runExclusive(async () => {
      this.#forget(action);
      await this.#holdGrabs();
    });
  }

  async isDown(action: ChordAction): Promise<boolean> {
    const down = await this.#codesDown();
    const bound = this.#bindings.get(action)?.bound;
    if (!bound) return false;
    return (
      codesOf(bound).some((code) => down.has(code)) && (bound.type !== 'chord' || areModifiersDown(bound.keys, down))
    );
  }

  onEvent(listener: (event: ChordEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Releases all chords and grabs. */
  async close(): Promise<void> {
    this.#releaseAll();
    await this.#changes
      .runExclusive(async () => {
        await this.#holdGrabs();
      })
      .catch(ignoreLoss);
  }

  #boundKeys(chord: Chord): BoundKeys | undefined {
    if (isLoneKey(chord.key)) {
      const keys = this.#keyboard.loneKeys(chord.key);
      return keys && { type: keys.button === undefined ? 'modifier' : 'button', keys, hold: CHORD_UP };
    }
    const keys = this.#keyboard.chordKeys(chord);
    return keys && { type: 'chord', keys, hold: CHORD_UP };
  }

  /** What the user types is ignored unless a lone key is down or goes down. */
  #handleRaw(transition: KeyTransition): void {
    const lone = this.#bound.filter(({ type }) => type !== 'chord');
    const matters =
      this.#rawTransitions.length + this.#unjudged.length > 0 ||
      lone.some((bound) => bound.hold.phase !== 'up' || codesOf(bound).includes(transition.keycode));
    if (!matters) return;
    this.#rawTransitions.push(transition);
    this.#look();
  }

  /** Asks which keys are down, and advances all chords when the answer arrives; repeatedly while one is down. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    clearTimeout(this.#pollTimer);
    let buttons: readonly number[] = [];
    if (this.#hasLoneKeys) {
      this.#rawInput
        ?.snapshot((down) => {
          buttons = down;
        })
        .catch(ignoreLoss);
    }
    this.#keyboard.snapshot((keysDown) => this.#moveOn(keysDown, buttons)).catch(ignoreLoss);
  }

  #moveOn(keysDown: ReadonlySet<number>, buttons: readonly number[]): void {
    this.#isLooking = false;
    const down = new Set([...keysDown, ...buttons.map(buttonCode)]);
    const transitions = this.#rawTransitions.splice(0);
    this.#unjudged.push(...transitions);
    this.#step('chord', momentsOf(this.#transitions.splice(0), keysDown));
    // While we have one mouse button grabbed, the server reports all others to us, by number.
    const withGrabbedButtons = transitions.filter(({ source, keycode }) => source === 'grab' || !isButtonCode(keycode));
    this.#step('button', momentsOf(withGrabbedButtons, down));
    if (!this.#waiting) {
      this.#step('modifier', momentsOf(this.#unjudged.splice(0).sort(byTime), down));
    }
    this.#answerPointer();
    this.#updateHeldKeys();
    if (this.#unjudged.length > 0) this.#look();
    else if (this.#bound.some(({ hold }) => hold.phase !== 'up')) {
      this.#pollTimer = setTimeout(() => this.#look(), POLL_MS);
    }
  }

  #step(type: BoundKeys['type'], moments: readonly KeyboardMoment[]): void {
    const ownKeys = this.#ownKeys();
    for (const moment of moments) {
      for (const [action, { bound }] of this.#bindings) {
        if (bound?.type !== type) continue;
        const { hold, emits } =
          bound.type === 'chord'
            ? stepHold(bound.hold, moment, bound.keys, this.#keyboard.lockMasks)
            : stepLone(bound.hold, moment, bound.keys, ownKeys);
        bound.hold = hold;
        if (emits) this.#emit({ action, type: emits });
      }
    }
  }

  /**
   * While a button of ours is held, the pointer freezes at every other button: if that isn't ours, its program gets it.
   */
  #answerPointer(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    const held = this.#bound.filter(({ type, hold }) => type === 'button' && hold.phase === 'held');
    const isReplayed = waiting.isPress && !held.some((bound) => codesOf(bound).includes(waiting.code));
    // With the event's time: a late answer then has no effect on the next press.
    this.#display.client.AllowEvents(isReplayed ? POINTER.isReplayed : POINTER.goesOn, waiting.time);
  }

  async #followKeyboard(): Promise<void> {
    for (const [action, { chord, bound: before }] of [...this.#bindings]) {
      const bound = this.#boundKeys(chord);
      if (!bound) this.#forget(action);
      else if (before) bound.hold = before.hold;
      this.#bindings.set(action, { chord, bound });
    }
    await this.#holdGrabs();
    this.#look();
  }

  /** Grabs what the bindings need. Resolves with what another program has taken. */
  #holdGrabs(): Promise<Combination[]> {
    this.#rawInput?.watch(this.#hasLoneKeys);
    return this.#grabs.hold(this.#bound.flatMap((bound) => this.#combinationsOf(bound)));
  }

  #combinationsOf(bound: BoundKeys): Combination[] {
    const { lockMasks } = this.#keyboard;
    if (bound.type === 'chord') {
      const masks = withLocks(bound.keys.modifierMask, lockMasks);
      return bound.keys.keycodes.flatMap((code) => masks.map((modifierMask) => ({ type: 'key', code, modifierMask })));
    }
    const { button } = bound.keys;
    if (button === undefined) return [];
    return withLocks(0, lockMasks).map((modifierMask) => ({ type: 'button', code: button, modifierMask }));
  }

  get #bound(): BoundKeys[] {
    return [...this.#bindings.values()].flatMap(({ bound }) => bound ?? []);
  }

  get #hasLoneKeys(): boolean {
    return this.#bound.some(({ type }) => type !== 'chord');
  }

  /** Keys that no program sees while a mouse button is held: keys without modifiers, and our other buttons. */
  #ownKeys(): ReadonlySet<number> {
    return new Set(
      this.#bound.flatMap((bound) =>
        (bound.type === 'chord' ? bound.keys.modifierMask === 0 : bound.keys.button !== undefined)
          ? codesOf(bound)
          : [],
      ),
    );
  }

  #updateHeldKeys(): void {
    const held = this.#bound.flatMap((bound) =>
      bound.type === 'chord' && bound.keys.modifierMask === 0 && bound.hold.phase !== 'up' ? bound.hold.keycode : [],
    );
    this.#held.set(new Set(held));
  }

  async #codesDown(): Promise<ReadonlySet<number>> {
    const [keysDown, buttons = []] = await Promise.all([this.#keyboard.keysDown(), this.#rawInput?.buttonsDown()]);
    return new Set([...keysDown, ...buttons.map(buttonCode)]);
  }

  /** Removes an action's chord. If it is down, emits its release now, as it won't be reported. */
  #forget(action: ChordAction): void {
    const phase = this.#bindings.get(action)?.bound?.hold.phase;
    this.#bindings.delete(action);
    this.#updateHeldKeys();
    if (phase === 'held' || phase === 'combined') this.#emit({ action, type: 'released' });
  }

  #releaseAll(): void {
    clearTimeout(this.#pollTimer);
    for (const action of [...this.#bindings.keys()]) this.#forget(action);
  }

  #emit(event: ChordEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function codesOf(bound: BoundKeys): readonly number[] {
  return bound.type === 'chord' ? bound.keys.keycodes : bound.keys.codes;
}

/** The display itself reports its loss. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof DisplayError)) throw error;
}

function isSame(one: Combination, other: Combination): boolean {
  return one.type === other.type && one.code === other.code && one.modifierMask === other.modifierMask;
}

/** Orders by server time, which wraps around after 49 days. */
function byTime(one: KeyTransition, other: KeyTransition): number {
  return (one.time - other.time) | 0;
}
