/** The injected faults. */
export type Trouble = 'servers' | 'database' | 'mail' | 'webhooks' | 'payments';

/** How long afterwards a fault can have consequences: as long as anything waits before it retries. */
const AFTERMATH_MS = 60_000;

interface Spell {
  trouble: Trouble;
  from: number;
  /** undefined: still ongoing. */
  until: number | undefined;
}

/** What happens in a soak: faults with their times, figures, and failures. */
export class Journal {
  /** One line per failure: whose, with which seed, and the difference. */
  readonly problems: string[] = [];
  readonly figures = new Map<string, number>();
  readonly #spells: Spell[] = [];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  count(figure: string, by = 1): void {
    this.figures.set(figure, (this.figures.get(figure) ?? 0) + by);
  }

  /** Records a failure. `who`: a user, or a part of the system. */
  blame(who: string, what: string): void {
    this.problems.push(`${who}, seed ${this.#seed}: ${what}`);
  }

  /** Injects a fault. Its consequences are allowed meanwhile and for a while afterwards. */
  async during<T>(trouble: Trouble, act: () => Promise<T>): Promise<T> {
    const spell: Spell = { trouble, from: Date.now(), until: undefined };
    this.#spells.push(spell);
    try {
      return await act();
    } finally {
      spell.until = Date.now();
    }
  }

  /** Whether something observed at a time can be caused by one of these faults. */
  explains(troubles: readonly Trouble[], at: number, aftermathMs = AFTERMATH_MS): boolean {
    return this.#spells.some(
      ({ trouble, from, until = Number.POSITIVE_INFINITY }) =>
        troubles.includes(trouble) && from <= at && at <= until + aftermathMs,
    );
  }
}
