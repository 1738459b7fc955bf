import type { Display } from './display.ts';
import type { Keyboard } from './keyboard.ts';

/**
 * Keys without modifiers that are ours and held. Until they are let go the server tells us alone of all keys, those
 * included that we play for others.
 */
export class HeldKeys {
  readonly #display: Display;
  readonly #keyboard: Keyboard;
  #keycodes: ReadonlySet<number> = new Set();
  /** The keyboard is ours by our own request, which no release of a key ends. */
  #isTaken = false;

  constructor(display: Display, keyboard: Keyboard) {
    this.#display = display;
    this.#keyboard = keyboard;
  }

  get keycodes(): ReadonlySet<number> {
    return this.#keycodes;
  }

  /** From now on these are down. */
  set(keycodes: ReadonlySet<number>): void {
    this.#keycodes = keycodes;
    if (keycodes.size === 0 && this.#isTaken) this.#giveBack();
  }

  /**
   * Has `play` reach the program that has the focus. Nobody else gets a word in between, so that this program sees
   * neither the held keys, nor their repeats, nor their release.
   */
  passThrough(play: () => void): void {
    if (this.#keycodes.size === 0) {
      play();
      return;
    }
    const { client } = this.#display;
    // In one piece: while the server waits for the next one, it may repeat a held key for the program.
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
    // One that was pressed again just before is ours as well, and would repeat in the program.
    this.#keyboard
      .snapshot((keysDown) => {
        if ([...this.#keycodes].some((keycode) => keysDown.has(keycode))) this.#take();
      })
      .catch(ignore);
  }
}

/** Nothing depends on the answer: the display itself reports its end. */
function ignore(): true {
  return true;
}
