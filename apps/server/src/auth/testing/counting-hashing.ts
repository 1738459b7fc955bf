import { createHash } from 'node:crypto';
import { Failure } from '../../failure.ts';
import type { HashingTask } from '../hashing-threads.ts';
import { PasswordHashing, type PasswordMatch } from '../password-hashing.ts';

/**
 * Counts computations, and spends no time on them: a hash in the current format is a digest of password and salt.
 * Hashes in other formats are compared as usual.
 */
export class CountingHashing extends PasswordHashing {
  #count = 0;
  /** Whether every call is refused as busy. */
  isBusy = false;
  /** Runs once, after the next check. */
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

  /** Returns the number of computations since the last call. */
  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}
