import type { PendingCleanUp, TextCleaner } from '../ports.ts';

/** A clean-up request, pending until the test answers. */
export class AskedCleanUp implements PendingCleanUp {
  readonly said: string;
  readonly context: Parameters<TextCleaner['cleanUp']>[1];
  readonly text: Promise<string | undefined>;
  cancelledAt: number | undefined;
  readonly #now: () => number;
  readonly #answer = Promise.withResolvers<string | undefined>();

  constructor(said: string, context: Parameters<TextCleaner['cleanUp']>[1], now: () => number) {
    this.said = said;
    this.context = context;
    this.text = this.#answer.promise;
    this.#now = now;
  }

  get isCancelled(): boolean {
    return this.cancelledAt !== undefined;
  }

  cancel(): void {
    this.cancelledAt ??= this.#now();
    this.#answer.resolve(undefined);
  }

  answer(text: string | undefined): void {
    this.#answer.resolve(text);
  }

  /** Rejects, against the contract. */
  fail(error: Error): void {
    this.#answer.reject(error);
  }
}

/** Records clean-up requests. */
export class FakeCleaner implements TextCleaner {
  readonly host = 'model.example';
  /** Oldest first. */
  readonly asked: AskedCleanUp[] = [];
  /** Called with each request. */
  onAsked: (asked: AskedCleanUp) => void = () => {};
  readonly #now: () => number;

  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  cleanUp(said: string, context: Parameters<TextCleaner['cleanUp']>[1]): AskedCleanUp {
    const asked = new AskedCleanUp(said, context, this.#now);
    this.asked.push(asked);
    this.onAsked(asked);
    return asked;
  }
}
