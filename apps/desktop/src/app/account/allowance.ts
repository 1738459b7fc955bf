import { BETA_ALLOWANCE, type Entitlement } from '@workspace/contract/usage';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import type { StoredUsageEntry } from '../usage/usage-ledger.ts';

/** What the server said of an account, and what has been reported since. */
export interface KnownEntitlement extends Entitlement {
  /** When it was asked, in milliseconds since 1970. */
  askedAt: number;
}

export interface AllowanceQuestion {
  /** The account linked; null: none. */
  account: string | null;
  /** The last that the server said of it. */
  entitlement: KnownEntitlement | null;
  /** What was dictated in the last seven days. */
  entries: readonly StoredUsageEntry[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Whether the server's answer is too old to rely on. */
export function isOutdated({ askedAt }: KnownEntitlement, now: number): boolean {
  return Math.abs(now - askedAt) >= BETA_ALLOWANCE.windowMs;
}

/**
 * What may be dictated, and what of it is left: as the server said, with what it has not heard of yet on top; counted
 * here if there is no account, or the server has not been reached for seven days.
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
  // Some of it has come back since; how much, only the server knows. What was dictated here is certain.
  if (resetsAt !== null && now >= Date.parse(resetsAt)) return limited(limitSeconds, secondsOf(own), null, own);
  return limited(limitSeconds, usedSeconds + waiting, resetsAt, own);
}

/** Whether another dictation may begin. */
export function isUsedUp(allowance: AllowanceView): boolean {
  return secondsLeft(allowance) === 0;
}

/** What is left; Infinity if there is no limit. */
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

/** When the use falls, below the limit where it is reached; null if nothing counts. */
function nextReset(entries: readonly StoredUsageEntry[], limitSeconds: number): string | null {
  let used = secondsOf(entries);
  const goal = Math.min(used, limitSeconds);
  for (const { startedAt, seconds } of entries.toSorted(byStart)) {
    used -= seconds;
    if (used < goal) return new Date(Date.parse(startedAt) + BETA_ALLOWANCE.windowMs).toISOString();
  }
  return null;
}

/** Written alike, times are in order as texts too. */
function byStart(one: StoredUsageEntry, other: StoredUsageEntry): number {
  return one.startedAt < other.startedAt ? -1 : Number(one.startedAt > other.startedAt);
}

function secondsOf(entries: readonly StoredUsageEntry[]): number {
  return entries.reduce((total, { seconds }) => total + seconds, 0);
}
