import { createHash } from 'node:crypto';
import { Failure } from '../../failure.ts';
import type { HashingTask } from '../hashing-threads.ts';
import { PasswordHashing, type PasswordMatch } from '../password-hashing.ts';

/**
 * Counts how often it hashes, and takes no time for it: what has the form of a hash of today is a digest of password and salt. Hashes
 * of other forms are compared as ever.
 */
export class CountingHashing extends PasswordHashing {
  #count = 0;
  /** Too busy for anything. */
  isBusy = false;
  /** Happens once, after the next check. */
  afterCheck: (() => Promise<void>) | undefined;

  override async admit<T>(call: () => Promise<T>, abandoned?: AbortSignal): Promise<T> {
    if (this.isBusy) throw new Failure('busy', { retryAfterSeconds: 2 });
    return super.admit(call, abandoned);
  }

  override async find(
    hashes: readonly (string | null | undefined)[],
    password: string,
  ): Promise<PasswordMatch | undefined> {
    const match = await super.find(hashes, password);
    const interruption = this.afterCheck;
    this.afterCheck = undefined;
    await interruption?.();
    return match;
  }

  protected override async compute(task: HashingTask): Promise<string | boolean> {
    this.#count += 1;
    if (!('salt' in task)) return super.compute(task);
    const { password, salt, options } = task;
    const written = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
    const digest = createHash('sha256').update(salt).update(password).digest();
    return `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${written(salt)}$${written(digest)}`;
  }

  /** How many were computed since it was last asked. */
  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}
