import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Display } from './display.ts';
import type { Keyboard } from './keyboard.ts';
import { PASTE } from './tuning.ts';

/** Presses keys as if the user did (XTest). */
export class KeySender {
  readonly #display: Display;
  readonly #keyboard: Keyboard;

  constructor(display: Display, keyboard: Keyboard) {
    this.#display = display;
    this.#keyboard = keyboard;
  }

  /**
   * Waits until no key is down, so that none changes the meaning of those that are sent. Keys that stay down are
   * released for the server; they are never pressed again: such a press would outlast the user's release.
   */
  async waitUntilReleased(): Promise<void> {
    const deadline = performance.now() + PASTE.keysUpMs;
    for (;;) {
      const down = await this.#keyboard.keysDown();
      if (down.size === 0) return;
      if (performance.now() >= deadline) {
        for (const keycode of down) this.#fake(this.#display.xtest.KeyRelease, keycode);
        return;
      }
      await sleep(PASTE.keyPollMs);
    }
  }

  /** Presses keys in order and releases them in reverse. Resolves when the server has handled it. */
  async press(keycodes: readonly number[]): Promise<void> {
    const { KeyPress, KeyRelease } = this.#display.xtest;
    for (const keycode of keycodes) this.#fake(KeyPress, keycode);
    for (const keycode of keycodes.toReversed()) this.#fake(KeyRelease, keycode);
    await this.#display.request((done) => this.#display.client.GetInputFocus(done));
  }

  #fake(type: number, keycode: number): void {
    this.#display.xtest.FakeInput(type, keycode, 0, this.#display.root, 0, 0);
  }
}
