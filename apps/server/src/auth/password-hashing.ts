import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Options } from '@node-rs/argon2';
import { Failure } from '../failure.ts';
import { type HashingTask, onThread, THREADS } from './hashing-threads.ts';

/** Argon2id with OWASP's minimum parameters. A change reaches each account at its next sign-in. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

const SALT_BYTES = 16;

export interface AdmissionLimits {
  maxRunning: number;
  /** How many may wait a few seconds for their turn; later callers are asked to try again. */
  maxWaiting: number;
}

/** While the threads hash for some calls, the database works for a few others. */
const DEFAULT_LIMITS: AdmissionLimits = { maxRunning: THREADS + 3, maxWaiting: 1_000 };

/** Which of several hashes matches a password, and whether it was made with outdated parameters. */
export interface PasswordMatch {
  index: number;
  needsRehash: boolean;
}

/**
 * Hashes passwords on separate threads, and admits so few calls at a time that a flood of them slows nothing else down.
 */
export class PasswordHashing {
  readonly #limits: AdmissionLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: AdmissionLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** How many hashing calls are under way, and how many are waiting for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Runs a call that hashes, including its work in the database, when its turn comes. A caller that gives up waiting is
   * forgotten.
   *
   * @throws Failure `busy`
   */
  async admit<T>(call: () => Promise<T>, abandoned?: AbortSignal): Promise<T> {
    if (this.#running < this.#limits.maxRunning) this.#running += 1;
    else await this.#turn(abandoned);
    try {
      return await call();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(abandoned: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#limits.maxWaiting) throw new Failure('busy', { retryAfterSeconds: 2 });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(take);
      reject(new Failure('busy'));
    };
    const take = () => {
      this.#waiting.delete(take);
      abandoned?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.add(take);
    abandoned?.addEventListener('abort', leave);
    if (abandoned?.aborted) leave();
    return promise;
  }

  /**
   * Hashes a password.
   *
   * @param other a hash for the same address, whose salt is reused: then one computation compares a guess with both
   */
  async hash(password: string, other?: string | null): Promise<string> {
    const salt = other == null ? undefined : saltOf(other);
    return String(await this.compute({ password, salt: salt ?? randomBytes(SALT_BYTES), options: ARGON2 }));
  }

  /**
   * Finds the first hash that matches the password; undefined if none does. Computes once per distinct salt, and once
   * if there is no hash: so with one salt per address, the time reveals nothing.
   */
  async find(hashes: readonly (string | null | undefined)[], password: string): Promise<PasswordMatch | undefined> {
    const computed = new Map<string, string>();
    for (const [index, stored] of hashes.entries()) {
      if (stored == null) continue;
      const salt = saltOf(stored);
      if (salt === undefined) {
        if (await this.compute({ password, hash: stored })) return { index, needsRehash: true };
        continue;
      }
      const prefix = stored.slice(0, stored.lastIndexOf('$'));
      const expected = computed.get(prefix) ?? String(await this.compute({ password, salt, options: ARGON2 }));
      computed.set(prefix, expected);
      if (isEqual(expected, stored)) return { index, needsRehash: false };
    }
    if (hashes.every((hash) => hash == null)) await this.hash(password);
    return undefined;
  }

  protected compute(task: HashingTask): Promise<string | boolean> {
    return onThread(task);
  }
}

const CURRENT = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`;

/** Returns the salt of a hash (PHC string); undefined if it was made with parameters other than the current ones. */
function saltOf(hash: string): Buffer | undefined {
  if (!hash.startsWith(CURRENT)) return undefined;
  return Buffer.from(hash.slice(CURRENT.length).split('$', 1)[0]!, 'base64');
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
