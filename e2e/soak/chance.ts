import { randomNumbers } from '../synthetic-speech.ts';

const LARGEST_SEED = 0x7fff_fffe;
/** Neighboring seeds start with similar numbers. */
const PASSED_OVER = 5;

/** An independent random sequence, determined by seed and number. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number, number: number) {
    this.#next = randomNumbers(1 + ((seed * 7_919 + number * 104_729) % LARGEST_SEED));
    for (let count = 0; count < PASSED_OVER; count += 1) this.#next();
  }

  /** A whole number from `low` up to `high`. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** True in the given share of cases, in percent. */
  strikes(percent: number): boolean {
    return this.#next() * 100 < percent;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)]!;
  }

  shuffle<T>(things: readonly T[]): T[] {
    const left = [...things];
    return things.map(() => left.splice(this.whole(0, left.length - 1), 1)[0]!);
  }
}
