import { setTimeout as sleep } from 'node:timers/promises';
import type { MayReleaseKeys } from '@workspace/dictation/ports';
import type { Display } from './display.ts';
import type { KeySender } from './key-sender.ts';
import { KEYSYM, Keymap, readLockState } from './keymap.ts';
import { PASTE, TYPING } from './tuning.ts';
import { estimateTypingMs, planTyping, type TypingBatch } from './typing-plan.ts';

export interface TypingOptions {
  /** Called before every key, and repeatedly while keys are down that may not be released. */
  mayGoOn(): Promise<boolean>;
  mayReleaseKeys: MayReleaseKeys | undefined;
}

/** Types text key by key into the focused window. */
export class Typist {
  readonly #display: Display;
  readonly #keys: KeySender;

  constructor(display: Display, keys: KeySender) {
    this.#display = display;
    this.#keys = keys;
  }

  /** Resolves with whether a text can be typed in reasonable time. */
  async canType(text: string): Promise<boolean> {
    // Anything longer exceeds the limit.
    if (text.length > TYPING.limitMs / TYPING.keyCostMs) return false;
    const batches = planTyping(text, await Keymap.read(this.#display));
    return batches !== undefined && estimateTypingMs(batches) <= TYPING.limitMs;
  }

  /** Types a text. Resolves with whether everything was typed. Restores the keyboard whatever happens. */
  async type(text: string, options: TypingOptions): Promise<boolean> {
    const keymap = await Keymap.read(this.#display);
    const batches = planTyping(text, keymap);
    const shift = keymap.keycodeOf(KEYSYM.shift);
    if (!batches || shift === undefined) return false;
    const unlockedCaps = await this.#unlockCaps();
    const remapped = new Set<number>();
    try {
      for (const batch of batches) {
        for (const keycode of batch.remapped.keys()) remapped.add(keycode);
        if (!(await this.#typeBatch(batch, { columns: keymap.columns, shift }, options))) return false;
      }
      return true;
    } finally {
      await this.#remap(
        [...remapped].map((keycode) => [keycode, 0]),
        keymap.columns,
      );
      if (unlockedCaps) await this.#setCaps(true);
    }
  }

  async #typeBatch(
    { remapped, keystrokes }: TypingBatch,
    { columns, shift }: { columns: number; shift: number },
    { mayGoOn, mayReleaseKeys }: TypingOptions,
  ): Promise<boolean> {
    if (remapped.size > 0) {
      await this.#remap([...remapped], columns);
      await sleep(TYPING.mappingSettleMs);
    }
    for (const keystroke of keystrokes) {
      while (!(await this.#keys.waitUntilReleased(mayReleaseKeys))) {
        if (!(await mayGoOn())) return false;
        await sleep(PASTE.keyPollMs);
      }
      if (!(await mayGoOn())) return false;
      await this.#keys.press(keystroke.shift ? [shift, keystroke.keycode] : [keystroke.keycode]);
      await sleep(TYPING.keyMs);
    }
    // Programs look a key up when they get to it, not when it was pressed.
    if (remapped.size > 0) await sleep(TYPING.mappingSettleMs);
    return true;
  }

  /** Maps each key to one keysym in all columns: in every layout, with Shift and without. */
  async #remap(keysyms: readonly (readonly [keycode: number, keysym: number])[], columns: number): Promise<void> {
    await Promise.all(
      keysyms.map(([keycode, keysym]) =>
        this.#display.request<void>((done) =>
          this.#display.client.ChangeKeyboardMapping(keycode, columns, Array<number>(columns).fill(keysym), done),
        ),
      ),
    );
  }

  /** Turns Caps Lock off, which would capitalize letters. Resolves with whether it was on. */
  async #unlockCaps(): Promise<boolean> {
    const [{ lockedMods }, xkb] = await Promise.all([readLockState(this.#display), this.#display.extension('xkb')]);
    const isLocked = (lockedMods & xkb.ModMask.Lock) !== 0;
    if (isLocked) await this.#setCaps(false);
    return isLocked;
  }

  async #setCaps(isOn: boolean): Promise<void> {
    const xkb = await this.#display.extension('xkb');
    const { Lock } = xkb.ModMask;
    xkb.LatchLockState(xkb.UseCoreKbd, Lock, isOn ? Lock : 0, false, 0, 0, 0, false, 0);
  }
}
