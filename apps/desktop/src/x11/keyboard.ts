import type { Chord, LoneKey } from '../ipc/chord.ts';
import {
  type ChordKeys,
  findChordKeys,
  findLockMasks,
  findLoneKeys,
  type KeyboardMapping,
  type LoneKeys,
} from './chord-keys.ts';
import { type Display, DisplayError } from './display.ts';

/** All parts of the keyboard's mapping, as XKB mask bits. */
const ALL_MAP_PARTS = 0xff;

/** The keyboard of a display: its current layout, and which keys are down. */
export class Keyboard {
  readonly #display: Display;
  readonly #listeners = new Set<() => void>();
  #mapping: KeyboardMapping;
  #lockMasks: readonly number[] = [];
  #isStale = false;
  #isLoading = false;

  private constructor(display: Display) {
    this.#display = display;
    this.#mapping = { minKeycode: display.minKeycode, keysyms: [], modifiers: [] };
    display.onEvent((event) => {
      if (event.name === 'XkbEvent') void this.#reload();
    });
  }

  /** Reads the keyboard's mapping now and whenever it changes. Rejects with a `DisplayError`. */
  static async open(display: Display): Promise<Keyboard> {
    // Once a connection uses XKB, it is notified of changes through XKB only, no longer through MappingNotify.
    const xkb = await display.extension('xkb');
    const { NewKeyboardNotify, MapNotify } = xkb.EventType;
    const events = NewKeyboardNotify | MapNotify;
    xkb.SelectEvents(xkb.UseCoreKbd, events, 0, events, ALL_MAP_PARTS, ALL_MAP_PARTS);
    const keyboard = new Keyboard(display);
    await keyboard.#load();
    return keyboard;
  }

  /** Returns a chord's keys; undefined if the keyboard lacks one. */
  chordKeys(chord: Chord): ChordKeys | undefined {
    return findChordKeys(this.#mapping, chord);
  }

  /** Returns a lone key's keys; undefined if the keyboard has none. */
  loneKeys(key: LoneKey): LoneKeys | undefined {
    return findLoneKeys(this.#mapping, key);
  }

  /** The masks of Caps Lock, Num Lock and Scroll Lock. */
  get lockMasks(): readonly number[] {
    return this.#lockMasks;
  }

  /** Resolves with the keycodes of all keys that are down. */
  async keysDown(): Promise<ReadonlySet<number>> {
    let down: ReadonlySet<number> = new Set();
    await this.snapshot((keysDown) => {
      down = keysDown;
    });
    return down;
  }

  /**
   * Reports the keys that are down, synchronously with the server's reply: all earlier key events have been reported by
   * then, and no later ones. (A promise would resolve too late.)
   */
  async snapshot(listener: (keysDown: ReadonlySet<number>) => void): Promise<void> {
    await this.#display.request<Buffer>((done) =>
      this.#display.client.QueryKeymap((error, bits) => {
        if (!error) listener(toKeycodes(bits));
        return done(error, bits);
      }),
    );
  }

  /** Listens to changes of the layout or of the modifiers. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Changes come in bursts, so a mapping may be out of date before it arrives. */
  async #reload(): Promise<void> {
    this.#isStale = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#load();
      }
      for (const listener of this.#listeners) listener();
    } catch (error) {
      // Once the connection has ended, there is nothing to load.
      if (!(error instanceof DisplayError)) throw error;
    } finally {
      this.#isLoading = false;
    }
  }

  async #load(): Promise<void> {
    const { client, minKeycode, maxKeycode } = this.#display;
    const [keysyms, modifiers] = await Promise.all([
      this.#display.request<number[][]>((done) =>
        client.GetKeyboardMapping(minKeycode, maxKeycode - minKeycode + 1, done),
      ),
      this.#display.request<number[][]>((done) => client.GetModifierMapping(done)),
    ]);
    this.#mapping = { minKeycode, keysyms, modifiers };
    this.#lockMasks = findLockMasks(this.#mapping);
  }
}

function toKeycodes(bits: Buffer): ReadonlySet<number> {
  const keycodes = new Set<number>();
  bits.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) keycodes.add(8 * index + bit);
  });
  return keycodes;
}
