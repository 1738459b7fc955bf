import type { Done } from 'x11';
import { type Display, ERROR_CODE, RequestError } from './display.ts';

/** A key or button with modifiers, in the server's numbering. */
export interface Combination {
  type: 'key' | 'button';
  code: number;
  modifierMask: number;
}

/** The combinations grabbed for this program alone. */
export class Grabs {
  readonly #display: Display;
  readonly #held = new Map<string, Combination>();

  constructor(display: Display) {
    this.#display = display;
  }

  /**
   * Grabs exactly these combinations, releasing all others. Resolves with those taken by another program; the rest are
   * grabbed. Calls must not overlap.
   */
  async hold(combinations: readonly Combination[]): Promise<Combination[]> {
    const wanted = new Map(combinations.map((combination) => [nameOf(combination), combination]));
    const released = [...this.#held].filter(([name]) => !wanted.has(name));
    const missing = [...wanted].filter(([name]) => !this.#held.has(name));
    for (const [name] of released) this.#held.delete(name);
    const [grabbed] = await Promise.all([
      Promise.all(missing.map(([, combination]) => this.#grab(combination))),
      Promise.all(released.map(([, combination]) => this.#release(combination))),
    ]);
    const taken: Combination[] = [];
    missing.forEach(([name, combination], index) => {
      if (grabbed[index]) this.#held.set(name, combination);
      else taken.push(combination);
    });
    return taken;
  }

  async #grab(combination: Combination): Promise<boolean> {
    try {
      await this.#display.request<void>((done) => this.#requestGrab(combination, done));
      return true;
    } catch (error) {
      if (error instanceof RequestError && error.code === ERROR_CODE.access) return false;
      throw error;
    }
  }

  /**
   * A grabbed button freezes the pointer after each event, so that events that turn out not to be ours can go to the
   * program below.
   */
  #requestGrab({ type, code, modifierMask }: Combination, done: Done<void>): void {
    const { client, root } = this.#display;
    const { ButtonPress, ButtonRelease } = client.eventMask;
    if (type === 'key') client.GrabKey(root, 0, modifierMask, code, 1, 1, done);
    else client.GrabButton(root, 0, ButtonPress | ButtonRelease, 0, 1, 0, 0, code, modifierMask, done);
  }

  #release({ type, code, modifierMask }: Combination): Promise<void> {
    const { client, root } = this.#display;
    return this.#display.request((done) => {
      if (type === 'key') client.UngrabKey(root, code, modifierMask, done);
      else client.UngrabButton(root, code, modifierMask, done);
    });
  }
}

function nameOf({ type, code, modifierMask }: Combination): string {
  return `${type} ${code} ${modifierMask}`;
}
