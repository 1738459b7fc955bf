import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Failure } from '../failure.ts';

/** Argon2id as OWASP asks at the least. A change here takes hold of each account at its next sign-in. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

export interface HashingLimits {
  maxRunning: number;
  /** So many may wait for their turn, a few seconds; whoever comes after is asked to come again. */
  maxWaiting: number;
}

const DEFAULT_LIMITS: HashingLimits = { maxRunning: Math.max(1, availableParallelism() - 1), maxWaiting: 1_000 };

/** Verified against where there is no account, so that the answer takes as long as where there is one. */
const NOBODYS_HASH = hash('nobody has this password', ARGON2);

/** The outcome of a check. `needsRehash`: right, but hashed with parameters that are not today's. */
export type PasswordCheck = 'wrong' | 'right' | 'needs-rehash';

/** Hashes passwords, at most so many at once that a flood of sign-ins leaves a core for everything else. */
export class PasswordHashing {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ maxRunning, maxWaiting }: HashingLimits = DEFAULT_LIMITS) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** How many are being hashed, and how many wait for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /** @throws Failure `busy` */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, ARGON2));
  }

  /**
   * Takes as long where there is no hash.
   *
   * @throws Failure `busy`
   */
  async check(passwordHash: string | null | undefined, password: string): Promise<PasswordCheck> {
    const against = passwordHash ?? (await NOBODYS_HASH);
    const isRight = await this.#inTurn(() => verify(against, password));
    if (!isRight || passwordHash == null) return 'wrong';
    return isCurrent(passwordHash) ? 'right' : 'needs-rehash';
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxRunning) {
      if (this.#waiting.length >= this.#maxWaiting) throw new Failure('busy', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function isCurrent(passwordHash: string): boolean {
  return passwordHash.startsWith(`$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`);
}
