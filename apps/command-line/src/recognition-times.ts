import type { TakeView } from '@workspace/dictation/take-view';
import type { Clock } from '@workspace/speech/clock';

/** When text arrived, in milliseconds since the first sample. */
export class RecognitionTimes {
  readonly #clock: Clock;
  #soundAt: number | undefined;
  #firstTextMs: number | null = null;
  readonly #finalMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first text, provisional or final; null while there is none. */
  get firstTextMs(): number | null {
    return this.#firstTextMs;
  }

  /** The last text that became final; null while none has. */
  get finalMs(): number | null {
    return this.#finalMs.size === 0 ? null : Math.max(...this.#finalMs.values());
  }

  /** When this piece of a take became final; null if it hasn't. */
  finalMsOf(take: number, piece: string): number | null {
    return this.#finalMs.get(`${take}-${piece}`) ?? null;
  }

  /** Records what is new. To be called at each change. */
  record(takes: readonly TakeView[]): void {
    for (const { id, audioSeconds, text, pieces } of takes) {
      if (audioSeconds > 0) this.#soundAt ??= this.#clock.now();
      if (this.#soundAt === undefined) continue;
      const sinceMs = Math.round(this.#clock.now() - this.#soundAt);
      if (text.trim() !== '') this.#firstTextMs ??= sinceMs;
      for (const piece of pieces) {
        const name = `${id}-${piece.id}`;
        if (piece.text.trim() !== '' && !this.#finalMs.has(name)) this.#finalMs.set(name, sinceMs);
      }
    }
  }
}
