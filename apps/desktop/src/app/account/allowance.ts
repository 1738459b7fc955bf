import { BETA_ALLOWANCE, type Entitlement } from '@workspace/contract/usage';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import type { StoredUsageEntry } from '../usage/usage-ledger.ts';

/** What the server said about an account, updated with what has been reported since. */
export interface KnownEntitlement extends Entitlement {
  /** When the server was asked, in milliseconds since 1970. */
  askedAt: number;
}

export interface AllowanceQuestion {
  /** The linked account; null if none. */
  account: string | null;
  /** The server's last answer. */
  entitlement: KnownEntitlement | null;
  /** Dictations of the last seven days. */
  entries: readonly StoredUsageEntry[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Returns whether the server's answer is too old to rely on. */
export function isOutdated({ askedAt }: KnownEntitlement, now: number): boolean {
  return Math.abs(now - askedAt) >= BETA_ALLOWANCE.windowMs;
}

/**
 * Returns the allowance and how much of it is used: the server's answer plus what it hasn't received yet. Counted
 * locally if there is no account, or the server hasn't been reached for seven days.
 */
export function allowanceOf({ account, entitlement, entries, now }: AllowanceQuestion): AllowanceView {
  if (account === null || entitlement === null || isOutdated(entitlement, now)) {
    const counted = entries.filter(({ plan }) => plan === 'beta');
    return limited(BETA_ALLOWANCE.seconds, secondsOf(counted), null, counted);
  }
  const own = entries.filter((entry) => entry.account === account);
  const { plan, limitSeconds, usedSeconds, resetsAt } = entitlement;
  const waiting = secondsOf(own.filter(({ reported }) => !reported));
  if (plan === 'standard' || limitSeconds === null)
    return { plan, limitSeconds: null, usedSeconds: usedSeconds + waiting, resetsAt: null };
  // Some of it has come back since, but only the server knows how much. What was dictated here is certain.
  if (resetsAt !== null && now >= Date.parse(resetsAt)) return limited(limitSeconds, secondsOf(own), null, own);
  return limited(limitSeconds, usedSeconds + waiting, resetsAt, own);
}

/** Returns whether no time is left for another dictation. */
export function isUsedUp(allowance: AllowanceView): boolean {
  return secondsLeft(allowance) === 0;
}

/** Returns the seconds left; Infinity if there is no limit. */
export function secondsLeft({ limitSeconds, usedSeconds }: AllowanceView): number {
  return limitSeconds === null ? Number.POSITIVE_INFINITY : Math.max(0, limitSeconds - usedSeconds);
}

function limited(
  limitSeconds: number,
  usedSeconds: number,
  resetsAt: string | null,
  entries: readonly StoredUsageEntry[],
): AllowanceView {
  return { plan: 'beta', limitSeconds, usedSeconds, resetsAt: resetsAt ?? nextReset(entries, limitSeconds) };
}

/** When usage next falls (below the limit, if it has been reached), in ISO 8601; null if nothing counts. */
function nextReset(entries: readonly StoredUsageEntry[], limitSeconds: number): string | null {
  let used = secondsOf(entries);
  const goal = Math.min(used, limitSeconds);
  for (const { startedAt, seconds } of entries.toSorted(byStart)) {
    used -= seconds;
    if (used < goal) return new Date(Date.parse(startedAt) + BETA_ALLOWANCE.windowMs).toISOString();
  }
  return null;
}

/** Timestamps in the same format also sort as strings. */
function byStart(one: StoredUsageEntry, other: StoredUsageEntry): number {
  return one.startedAt < other.startedAt ? -1 : Number(one.startedAt > other.startedAt);
}

function secondsOf(entries: readonly StoredUsageEntry[]): number {
  return entries.reduce((total, { seconds }) => total + seconds, 0);
}
