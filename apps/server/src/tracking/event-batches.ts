/** How events are gathered. */
export const BATCH = {
  /** The first event of a batch waits so long for others. */
  delayMs: 5,
  maxEvents: 500,
} as const;

interface WaitingEvent<Event> {
  event: Event;
  resolve(): void;
  reject(error: unknown): void;
}

/** Gathers the events of many requests and writes them together, one batch after the other. */
export class EventBatches<Event> {
  readonly #insert: (events: Event[]) => Promise<void>;
  #waiting: WaitingEvent<Event>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(insert: (events: Event[]) => Promise<void>) {
    this.#insert = insert;
  }

  /** Resolves when the event is written. Rejects where its batch could not be. */
  add(event: Event): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
      if (this.#waiting.length >= BATCH.maxEvents) void this.flush();
      else this.#timer ??= setTimeout(() => void this.flush(), BATCH.delayMs);
    });
  }

  /** Writes all that wait, now. Never rejects: whoever added them is told. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing ??= this.#writeAll();
    return this.#writing ?? Promise.resolve();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH.maxEvents);
      try {
        await this.#insert(batch.map(({ event }) => event));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    // In the same step in which nothing was found waiting: what comes from now on begins anew.
    this.#writing = undefined;
  }
}
