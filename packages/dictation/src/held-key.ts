import type { MayReleaseKeys, Postponable } from './ports.ts';

/**
 * Whether the user holds a key that changes the meaning of the keys that an inserter simulates. Such a key must not be
 * released on the user's behalf: that would end the dictation.
 */
export class HeldKey {
  #release: PromiseWithResolvers<void> | undefined;

  /** Updates whether such a key is held. */
  set(isHeld: boolean): void {
    if (isHeld) {
      this.#release ??= Promise.withResolvers();
      return;
    }
    this.#release?.resolve();
    this.#release = undefined;
  }

  /** Makes an attempt. As long as it is postponed, makes another one after each release. */
  async untilNotPostponed<T>(attempt: (mayReleaseKeys: MayReleaseKeys) => Promise<Postponable<T>>): Promise<T> {
    for (;;) {
      const outcome = await attempt(() => this.#release === undefined);
      if (outcome !== 'postponed') return outcome;
      await this.#release?.promise;
    }
  }
}
