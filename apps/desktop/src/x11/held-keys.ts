import type { Display } from './display.ts';
import type { Keyboard } from './keyboard.ts';

/**
 * Held keys of chords without modifiers. Until they are released, the server sends all key events to us alone,
 * including those that we simulate for other programs.
 */
export class HeldKeys {
  readonly #display: Display;
  readonly #keyboard: Keyboard;
  #keycodes: ReadonlySet<number> = new Set();
  /** Whether we have grabbed the keyboard explicitly, which no key release ends. */
  #isTaken = false;

  constructor(display: Display, keyboard: Keyboard) {
    this.#display = display;
    this.#keyboard = keyboard;
  }

  get keycodes(): ReadonlySet<number> {
    return this.#keycodes;
  }

  /** Sets the keys that are held now. */
  set(keycodes: ReadonlySet<number>): void {
    this.#keycodes = keycodes;
    if (keycodes.size === 0 && this.#isTaken) this.#giveBack();
  }

  /**
   * Lets the keys that `play` sends reach the focused program. The server handles nothing else in between, so that this
   * program sees neither the held keys, nor their repeats, nor their release.
   */
  passThrough(play: () => void): void {
    if (this.#keycodes.size === 0) {
      play();
      return;
    }
    const { client } = this.#display;
    // Sent in one piece: while the server waits for the next request, it may repeat a held key in the program.
    client.stream.cork();
    client.GrabServer();
    client.UngrabKeyboard(0);
    play();
    this.#take();
    client.UngrabServer();
    client.stream.uncork();
  }

  #take(): void {
    const { client, root } = this.#display;
    this.#isTaken = true;
    client.GrabKeyboard(root, 0, 0, 1, 1, ignore);
  }

  #giveBack(): void {
    this.#isTaken = false;
    this.#display.client.UngrabKeyboard(0);
    // A key that was pressed again just before is ours too, and would repeat in the program.
    this.#keyboard
      .snapshot((keysDown) => {
        if ([...this.#keycodes].some((keycode) => keysDown.has(keycode))) this.#take();
      })
      .catch(ignore);
  }
}

/** Nothing depends on the reply: the display itself reports its loss. */
function ignore(): true {
  return true;
}
