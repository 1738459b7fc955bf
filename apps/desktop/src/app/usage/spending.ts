import type { WallClock } from '@workspace/dictation/ports';
import type { TakeView } from '@workspace/dictation/take-view';
import { ON_THIS_COMPUTER } from '@workspace/speech/provider';
import { z } from 'zod';
import { type DocumentStore, SavedDocument } from '../storage/saved-document.ts';

const spendingSchema = z.object({
  /** `YYYY-MM-DD`, in the user's time zone. */
  day: z.string(),
  seconds: z.number().nonnegative(),
  dollars: z.number().nonnegative(),
  /** Whether some of it went to a model without a known price. */
  hasUnpriced: z.boolean(),
});
export type Spending = z.infer<typeof spendingSchema>;

/** What today's dictations cost, based on the providers' prices per minute of audio. */
export class SpendingMeter {
  readonly #clock: WallClock;
  readonly #document: SavedDocument<Spending>;

  private constructor(clock: WallClock, document: SavedDocument<Spending>) {
    this.#clock = clock;
    this.#document = document;
  }

  static async open(store: DocumentStore, clock: WallClock): Promise<SpendingMeter> {
    const read = (stored: unknown) => {
      const { data } = spendingSchema.safeParse(stored);
      return { value: data ?? nothingOn(dayOf(clock)), isIntact: stored === undefined || data !== undefined };
    };
    return new SpendingMeter(clock, await SavedDocument.open(store, clock, read));
  }

  get today(): Spending {
    const day = dayOf(this.#clock);
    return this.#document.value.day === day ? this.#document.value : nothingOn(day);
  }

  /** Counts a dictation; `pricePerMinute` in US dollars, if known. */
  add(seconds: number, pricePerMinute: number | undefined): void {
    const { today } = this;
    this.#document.set({
      day: today.day,
      seconds: today.seconds + seconds,
      dollars: today.dollars + ((pricePerMinute ?? 0) * seconds) / 60,
      hasUnpriced: today.hasUnpriced || pricePerMinute === undefined,
    });
  }

  /** Counts a finished take. What was recognized on this computer is free. */
  addTake({ phase, host, audioSeconds, backupSeconds, pricePerMinute }: TakeView): void {
    // A failed take may be retried: it counts once it is really over.
    if (phase === 'failed') return;
    const freeSeconds = host === ON_THIS_COMPUTER ? audioSeconds : backupSeconds;
    const paidSeconds = audioSeconds - freeSeconds;
    if (freeSeconds > 0) this.add(freeSeconds, 0);
    if (paidSeconds > 0) this.add(paidSeconds, pricePerMinute);
  }

  forget(): void {
    this.#document.set(nothingOn(dayOf(this.#clock)));
  }

  /** Saves unsaved changes. Resolves once that is done or has failed. */
  async flush(): Promise<void> {
    await this.#document.flush();
  }

  close(): void {
    this.#document.close();
  }
}

function nothingOn(day: string): Spending {
  return { day, seconds: 0, dollars: 0, hasUnpriced: false };
}

/** Returns today's date in the user's time zone. */
function dayOf(clock: WallClock): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: clock.timeZone(), dateStyle: 'short' });
  return parts.format(clock.wallTime());
}
