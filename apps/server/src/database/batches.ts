/** Limits on batches. */
export const BATCH = {
  maxItems: 500,
  /** A batch that takes longer, for example because its connection hangs, no longer holds back those after it. */
  patienceMs: 100,
} as const;

interface WaitingItem<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Gathers the work of simultaneous calls into one statement: those of one turn of the event loop, or all that arrive
 * while the previous batch is under way. A single call doesn't wait.
 */
export class Batches<Item, Result> {
  readonly #run: (items: Item[]) => Promise<readonly Result[]>;
  #waiting: WaitingItem<Item, Result>[] = [];
  #isHeldBack = false;

  /** @param run returns a result for each item, in order */
  constructor(run: (items: Item[]) => Promise<readonly Result[]>) {
    this.#run = run;
  }

  /** Resolves with the item's result. Rejects if its batch failed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#isHeldBack) return;
      this.#isHeldBack = true;
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    const batch = this.#waiting.splice(0, BATCH.maxItems);
    this.#isHeldBack = batch.length > 0;
    if (batch.length === 0) return;
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(impatience);
      this.#next();
    };
    const impatience = setTimeout(goOn, BATCH.patienceMs);
    void settle(batch, this.#run).then(goOn);
  }
}

async function settle<Item, Result>(
  batch: readonly WaitingItem<Item, Result>[],
  run: (items: Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
