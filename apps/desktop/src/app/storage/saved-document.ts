import type { Clock } from '@workspace/speech/clock';
import { saveProblemOf } from './json-file.ts';
import { RetryLoop } from './retry-loop.ts';

/** Where a document is stored. */
export interface DocumentStore {
  load(): Promise<unknown>;
  save(value: unknown): Promise<void>;
  quarantine(): Promise<void>;
}

const RETRY = { retryMs: 5_000, maxRetryMs: 60_000 };

/**
 * A value in memory that is saved to disk as soon as possible. If what was stored could not be read in full, it is set
 * aside before the first save.
 */
export class SavedDocument<T> {
  readonly #store: DocumentStore;
  readonly #saving: RetryLoop;
  readonly #onSaveProblem: () => void;
  #value: T;
  #mustSetAside: boolean;
  /** Why it currently can't be saved, in plain words. */
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
   * Opens a document. `read` makes a value from what was stored (`undefined` if nothing was), and tells whether nothing
   * was lost in doing so. Never rejects.
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

  /** Replaces the value and saves it. */
  set(value: T): void {
    this.#value = value;
    this.#saving.requestNow();
  }

  /** Saves unsaved changes. Resolves once that is done or has failed. */
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
