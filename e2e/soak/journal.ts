/** What goes wrong on purpose. */
export type Trouble = 'servers' | 'database' | 'mail' | 'webhooks' | 'payments';

/** How long afterwards a consequence can come: for as long as anything waits before it tries again. */
const AFTERMATH_MS = 60_000;

interface Spell {
  trouble: Trouble;
  from: number;
  /** undefined: it goes on. */
  until: number | undefined;
}

/** What happens in a soak: troubles and when, figures, and whatever must not be. */
export class Journal {
  /** One line each: whose, with which seed, and what differs. */
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

  /** Notes what must not be. `who`: a user, or a part of the system. */
  blame(who: string, what: string): void {
    this.problems.push(`${who}, seed ${this.#seed}: ${what}`);
  }

  /** Lets something go wrong. What follows from it is allowed meanwhile and for a while after. */
  async during<T>(trouble: Trouble, act: () => Promise<T>): Promise<T> {
    const spell: Spell = { trouble, from: Date.now(), until: undefined };
    this.#spells.push(spell);
    try {
      return await act();
    } finally {
      spell.until = Date.now();
    }
  }

  /** Whether something that was seen at this moment can come from one of these troubles. */
  explains(troubles: readonly Trouble[], at: number, aftermathMs = AFTERMATH_MS): boolean {
    return this.#spells.some(
      ({ trouble, from, until = Number.POSITIVE_INFINITY }) =>
        troubles.includes(trouble) && from <= at && at <= until + aftermathMs,
    );
  }
}
