import { type Display, ERROR_CODE, RequestError } from './display.ts';

/** A key with modifiers, in the server's numbers. */
export interface KeyCombination {
  keycode: number;
  modifierMask: number;
}

/** The key combinations that only this program gets to see. */
export class Grabs {
  readonly #display: Display;
  readonly #held = new Map<string, KeyCombination>();

  constructor(display: Display) {
    this.#display = display;
  }

  /**
   * Holds just these combinations from now on. Returns those that another program has; the rest is held. Not to be called
   * again before it is done.
   */
  async hold(combinations: readonly KeyCombination[]): Promise<KeyCombination[]> {
    const wanted = new Map(combinations.map((combination) => [nameOf(combination), combination]));
    const released = [...this.#held].filter(([name]) => !wanted.has(name));
    const missing = [...wanted].filter(([name]) => !this.#held.has(name));
    for (const [name] of released) this.#held.delete(name);
    const [grabbed] = await Promise.all([
      Promise.all(missing.map(([, combination]) => this.#grab(combination))),
      Promise.all(released.map(([, combination]) => this.#release(combination))),
    ]);
    const taken: KeyCombination[] = [];
    missing.forEach(([name, combination], index) => {
      if (grabbed[index]) this.#held.set(name, combination);
      else taken.push(combination);
    });
    return taken;
  }

  async #grab({ keycode, modifierMask }: KeyCombination): Promise<boolean> {
    const { client, root } = this.#display;
    try {
      await this.#display.request<void>((done) => client.GrabKey(root, 0, modifierMask, keycode, 1, 1, done));
      return true;
    } catch (error) {
      if (error instanceof RequestError && error.code === ERROR_CODE.access) return false;
      throw error;
    }
  }

  #release({ keycode, modifierMask }: KeyCombination): Promise<void> {
    const { client, root } = this.#display;
    return this.#display.request((done) => client.UngrabKey(root, keycode, modifierMask, done));
  }
}

function nameOf({ keycode, modifierMask }: KeyCombination): string {
  return `${keycode} ${modifierMask}`;
}
