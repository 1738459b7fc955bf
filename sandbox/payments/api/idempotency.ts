import { ApiError, invalid } from '../api-error.ts';
import { LIMITS } from '../limits.ts';

/** A recorded response. */
export interface Answer {
  status: number;
  body: object;
  requestId: string;
}

/** Remembers responses by key, so that a repeated request takes effect once. */
export class Idempotency {
  readonly #answers = new Map<string, { fingerprint: string; answer: Answer }>();

  /**
   * The earlier response to the same request, if any.
   *
   * @param fingerprint identifies the request's content
   * @throws {ApiError} if the key belongs to another request
   */
  recall(key: string, fingerprint: string): Answer | undefined {
    if (key.length > LIMITS.idempotencyKeyCharacters) {
      throw invalid(`Idempotency keys can be up to ${LIMITS.idempotencyKeyCharacters} characters.`);
    }
    const known = this.#answers.get(key);
    if (known === undefined || known.fingerprint === fingerprint) return known?.answer;
    throw new ApiError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }

  remember(key: string, fingerprint: string, answer: Answer): void {
    this.#answers.set(key, { fingerprint, answer });
  }

  clear(): void {
    this.#answers.clear();
  }
}
