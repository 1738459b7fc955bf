import { Failure } from '../../failure.ts';
import { type PasswordCheck, PasswordHashing } from '../password-hashing.ts';

/** Hashes as ever, and tells what was done. */
export class CountingHashing extends PasswordHashing {
  done: ('hash' | 'check')[] = [];
  /** Too busy for anything. */
  isBusy = false;
  /** Gives a hash of nothing at once, so that what follows comes at the same time too. */
  isInstant = false;
  /** Happens once, after the next check. */
  afterCheck: (() => Promise<void>) | undefined;

  override async hash(password: string): Promise<string> {
    this.#begin('hash');
    return this.isInstant ? 'a hash' : super.hash(password);
  }

  override async check(passwordHash: string | null | undefined, password: string): Promise<PasswordCheck> {
    this.#begin('check');
    const outcome = await super.check(passwordHash, password);
    const interruption = this.afterCheck;
    this.afterCheck = undefined;
    await interruption?.();
    return outcome;
  }

  #begin(work: 'hash' | 'check'): void {
    if (this.isBusy) throw new Failure('busy', { retryAfterSeconds: 2 });
    this.done.push(work);
  }

  /** What was done since it was last asked for. */
  take(): ('hash' | 'check')[] {
    return this.done.splice(0);
  }
}
