import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MayReleaseKeys } from '@workspace/dictation/ports';
import type { Display } from './display.ts';
import type { HeldKeys } from './held-keys.ts';
import type { Keyboard } from './keyboard.ts';
import { PASTE } from './tuning.ts';

/** Simulates key presses (XTest). */
export class KeySender {
  readonly #display: Display;
  readonly #keyboard: Keyboard;
  readonly #held: HeldKeys;

  constructor(display: Display, keyboard: Keyboard, held: HeldKeys) {
    this.#display = display;
    this.#keyboard = keyboard;
    this.#held = held;
  }

  /**
   * Waits until no key is down, so that none changes the meaning of those sent; keys held for us don't count, as no
   * program sees them. Keys that stay down are released in the server; they are never pressed again: such a press would
   * outlast the user's release. Resolves with false, without waiting, if keys are down that may not be released.
   */
  async waitUntilReleased(mayRelease: MayReleaseKeys = () => true): Promise<boolean> {
    const deadline = performance.now() + PASTE.keysUpMs;
    for (;;) {
      const keysDown = await this.#keyboard.keysDown();
      const down = [...keysDown].filter((keycode) => !this.#held.keycodes.has(keycode));
      if (down.length === 0) return true;
      if (!mayRelease()) return false;
      if (performance.now() >= deadline) {
        for (const keycode of down) this.#display.fakeKey('release', keycode);
        return true;
      }
      await sleep(PASTE.keyPollMs);
    }
  }

  /** Presses keys in order and releases them in reverse. Resolves once the server has handled it. */
  async press(keycodes: readonly number[]): Promise<void> {
    this.#held.passThrough(() => {
      for (const keycode of keycodes) this.#display.fakeKey('press', keycode);
      for (const keycode of keycodes.toReversed()) this.#display.fakeKey('release', keycode);
    });
    await this.#display.request((done) => this.#display.client.GetInputFocus(done));
  }
}
