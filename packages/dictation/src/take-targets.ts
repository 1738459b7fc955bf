import type { Inserter, InsertionTarget } from './ports.ts';
import type { Range } from './transcript.ts';

/** A field that gets the text of the audio up to a position. */
export interface RememberedTarget {
  readonly at: number;
  readonly target: Promise<InsertionTarget>;
}

/** The fields that had the focus while a take was spoken. */
export class TakeTargets {
  readonly #inserter: Pick<Inserter, 'captureTarget'>;
  #targets: RememberedTarget[] = [];
  #releaseTarget: Promise<InsertionTarget> | undefined;

  constructor(inserter: Pick<Inserter, 'captureTarget'>) {
    this.#inserter = inserter;
  }

  /** Captures the focused field for everything remembered from here on. */
  handleRelease(): void {
    this.#releaseTarget = this.#capture();
  }

  /**
   * Remembers the field for text of the audio up to `at`: the focused one, or after the release the one focused then.
   */
  remember(at: number): RememberedTarget {
    const remembered = { at, target: this.#releaseTarget ?? this.#capture() };
    this.#targets.push(remembered);
    return remembered;
  }

  /** Forgets a field: its text goes where later text goes. */
  forget(remembered: RememberedTarget): void {
    this.#targets = this.#targets.filter((other) => other !== remembered);
  }

  /**
   * Returns the field that had the focus once this audio had been spoken; if none was remembered, the one focused now.
   */
  for({ to }: Range): Promise<InsertionTarget> {
    const known = this.#targets.find(({ at }) => at >= to);
    if (known) return known.target;
    const target = this.#capture();
    this.#targets.push({ at: to, target });
    return target;
  }

  #capture(): Promise<InsertionTarget> {
    const target = this.#inserter.captureTarget();
    // A failure is handled where the target is used; until then it must not count as unhandled.
    target.catch(() => undefined);
    return target;
  }
}
