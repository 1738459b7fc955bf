import { isIP } from 'node:net';
import type { CALLS } from '@workspace/contract/calls';
import { eq, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { addMs, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Connection, Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Keys } from '../secrets/keys.ts';

/** How many are allowed in each window of time. */
export interface RateLimit {
  count: number;
  windowMs: number;
}

/** What a limit is counted by. */
type Scope =
  /** The client's network address. */
  | 'address'
  /** The signed-in user, or the email address that is given. */
  | 'account'
  /** The session that a token belongs to. */
  | 'session';

type Limits = { [scope in Scope]?: RateLimit };

/** The limits of every call. Sign-in counts only failures. */
export const RATE_LIMITS = {
  register: { address: { count: 200, windowMs: HOUR_MS }, account: { count: 5, windowMs: HOUR_MS } },
  login: { address: { count: 300, windowMs: 15 * MINUTE_MS }, account: { count: 10, windowMs: 15 * MINUTE_MS } },
  resendVerification: { address: { count: 100, windowMs: HOUR_MS }, account: { count: 5, windowMs: HOUR_MS } },
  verifyEmail: { address: { count: 200, windowMs: 15 * MINUTE_MS } },
  refresh: { address: { count: 6_000, windowMs: MINUTE_MS }, session: { count: 600, windowMs: MINUTE_MS } },
  refreshDevice: { address: { count: 6_000, windowMs: MINUTE_MS }, session: { count: 600, windowMs: MINUTE_MS } },
  authorizeWithGoogle: { address: { count: 200, windowMs: 15 * MINUTE_MS } },
  finishGoogleSignIn: { address: { count: 200, windowMs: 15 * MINUTE_MS } },
  linkGoogle: { address: { count: 200, windowMs: 15 * MINUTE_MS } },
  generateSetupToken: { account: { count: 60, windowMs: HOUR_MS } },
  exchangeSetupToken: { address: { count: 200, windowMs: 15 * MINUTE_MS } },
  resetPassword: { address: { count: 50, windowMs: 15 * MINUTE_MS } },
  reportUsage: { account: { count: 6_000, windowMs: MINUTE_MS } },
  createCheckoutSession: { account: { count: 60, windowMs: HOUR_MS } },
  verifyCheckoutSession: { account: { count: 300, windowMs: HOUR_MS } },
  createPortalSession: { account: { count: 60, windowMs: HOUR_MS } },
  track: { address: { count: 1_200, windowMs: MINUTE_MS } },
  exportAccount: { account: { count: 50, windowMs: DAY_MS } },
} as const satisfies { [name in keyof typeof CALLS]?: Limits };

/** What an account may do in total, whichever call it uses. */
export const ACCOUNT_LIMITS = {
  /** Successful sign-ins from one browser that the user knows, and from all others together. */
  signIn: { count: 30, windowMs: HOUR_MS },
  /** Emails about a sign-in in a new browser or app. */
  newSignInMail: { count: 10, windowMs: DAY_MS },
} as const satisfies { [name: string]: RateLimit };

type AccountLimit = keyof typeof ACCOUNT_LIMITS;

export type LimitedCall = keyof typeof RATE_LIMITS;

/** Counts attempts in the shared database, so that limits hold across servers. */
export class RateLimits {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #keys: Keys;

  constructor(options: { database: Database; clock: Clock; keys: Keys }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#keys = options.keys;
  }

  /**
   * Counts an attempt at a call, if the call has a limit of this scope.
   *
   * @throws Failure `too-many-requests`
   */
  async count(call: LimitedCall, scope: Scope, who: string): Promise<void> {
    const limit = limitOf(call, scope);
    if (limit === undefined) return;
    const now = this.#clock.now();
    for (const { key, times } of this.#countersOf(call, scope, who)) {
      const row = await this.#increment(this.#database, key, limit);
      if (row.count > limit.count * times) throw tooMany(row.resetsAt, now);
    }
  }

  /**
   * Counts something that an account does.
   *
   * @returns undefined if it is within the limit, else the refusal
   */
  async countForAccount(
    name: AccountLimit,
    who: string,
    connection: Connection = this.#database,
  ): Promise<Failure | undefined> {
    const limit = ACCOUNT_LIMITS[name];
    const row = await this.#increment(connection, this.#keyOf(name, 'account', who), limit);
    return row.count > limit.count ? tooMany(row.resetsAt, this.#clock.now()) : undefined;
  }

  async #increment(connection: Connection, key: string, { windowMs }: RateLimit) {
    const now = this.#clock.now();
    // One statement, so that simultaneous attempts are all counted.
    const [row] = await connection
      .insert(rateLimits)
      .values({ key, count: 1, resetsAt: addMs(now, windowMs) })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${rateLimits.resetsAt} <= ${now} then 1 else ${rateLimits.count} + 1 end`,
          resetsAt: sql`case when ${rateLimits.resetsAt} <= ${now} then excluded.resets_at else ${rateLimits.resetsAt} end`,
        },
      })
      .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
    if (row === undefined) throw new Error('The database returned no count.');
    return row;
  }

  /** Takes back a counted attempt that turned out not to be of the kind that the limit is for. */
  async giveBack(call: LimitedCall | AccountLimit, scope: Scope, who: string): Promise<void> {
    // One counter after the other: a statement over both could hold one and wait for the other, while another does the
    // reverse.
    for (const { key } of this.#countersOf(call, scope, who)) {
      await this.#database
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, key));
    }
  }

  /** Returns the counters of an attempt, and how many times the limit each may reach. */
  #countersOf(call: LimitedCall | AccountLimit, scope: Scope, who: string): { key: string; times: number }[] {
    const key = this.#keyOf(call, scope, who);
    const site = scope === 'address' ? siteOf(who) : undefined;
    if (site === undefined) return [{ key, times: 1 }];
    return [
      { key, times: 1 },
      { key: this.#keyOf(call, scope, site), times: NETWORKS_PER_SITE },
    ];
  }

  #keyOf(call: LimitedCall | AccountLimit, scope: Scope, who: string): string {
    return this.#keys.pseudonymOf(`${call}:${scope}:${scope === 'address' ? networkOf(who) : who}`);
  }
}

function limitOf(call: LimitedCall, scope: Scope): RateLimit | undefined {
  const limits: Limits = RATE_LIMITS[call];
  return limits[scope];
}

function tooMany(resetsAt: Date, now: Date): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000));
  return new Failure('too-many-requests', { retryAfterSeconds });
}

/** Providers give a customer a /56 network, each of whose 256 /64 networks could pass for a separate household. */
const NETWORKS_PER_SITE = 20;

/** Returns the /56 network of an IPv6 address; undefined for any other. */
export function siteOf(address: string): string | undefined {
  const parsed = parse(address);
  if (parsed?.kind() !== 'ipv6') return undefined;
  const [first, second, third, fourth = 0] = (parsed as ipaddr.IPv6).parts;
  return `${written([first, second, third, fourth & 0xff00])}/56`;
}

/** Returns what identifies a household: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (parsed === undefined) return address;
  return parsed.kind() === 'ipv6' ? written((parsed as ipaddr.IPv6).parts.slice(0, 4)) : parsed.toString();
}

/** Parses an address; an IPv4 address written as IPv6 counts as IPv4. undefined if it isn't an address. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function written(parts: readonly (number | undefined)[]): string {
  return parts.map((part) => part?.toString(16)).join(':');
}
