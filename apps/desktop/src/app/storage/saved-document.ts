import type { Clock } from '@workspace/speech/clock';
import { saveProblemOf } from './json-file.ts';
import { RetryLoop } from './retry-loop.ts';

/** Where a document is kept. */
export interface DocumentStore {
  load(): Promise<unknown>;
  save(value: unknown): Promise<void>;
  quarantine(): Promise<void>;
}

const RETRY = { retryMs: 5_000, maxRetryMs: 60_000 };

/**
 * A value that is in memory, and on disk as soon as that can be. What could not be read in full is set aside before the
 * first save.
 */
export class SavedDocument<T> {
  readonly #store: DocumentStore;
  readonly #saving: RetryLoop;
  readonly #onSaveProblem: () => void;
  #value: T;
  #mustSetAside: boolean;
  /** Why it can't be saved at the moment, in plain words. */
  saveProblem: string | null = null;

  private constructor(
    store: DocumentStore,
    clock: Clock,
    onSaveProblem: () => void,
    read: { value: T; isIntact: boolean },
  ) {
    this.#store = store;
    this.#value = read.value;
    this.#mustSetAside = !read.isIntact;
    this.#onSaveProblem = onSaveProblem;
    this.#saving = new RetryLoop(clock, RETRY, () => this.#save());
  }

  /**
   * Opens a document. `read` makes a value of whatever was stored (`undefined`: nothing), and says whether nothing was
   * lost by that. Never rejects.
   */
  static async open<T>(
    store: DocumentStore,
    clock: Clock,
    read: (stored: unknown) => { value: T; isIntact: boolean },
    onSaveProblem: () => void = () => {},
  ): Promise<SavedDocument<T>> {
    let opened: { value: T; isIntact: boolean };
    try {
      opened = read(await store.load());
    } catch {
      opened = { ...read(undefined), isIntact: false };
    }
    return new SavedDocument(store, clock, onSaveProblem, opened);
  }

  get value(): T {
    return this.#value;
  }

  /** Replaces the value, and saves it. */
  set(value: T): void {
    this.#value = value;
    this.#saving.requestNow();
  }

  /** Saves what is not saved yet. Resolves when that is done or has failed. */
  async flush(): Promise<void> {
    await this.#saving.flush();
  }

  close(): void {
    this.#saving.stop();
  }

  async #save(): Promise<void> {
    const before = this.saveProblem;
    try {
      if (this.#mustSetAside) await this.#store.quarantine();
      this.#mustSetAside = false;
      await this.#store.save(this.#value);
      this.saveProblem = null;
    } catch (error) {
      this.saveProblem = saveProblemOf(error);
      throw error;
    } finally {
      if (this.saveProblem !== before) this.#onSaveProblem();
    }
  }
}
