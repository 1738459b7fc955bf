import type { UsageEntry } from '@workspace/contract/usage';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, SECOND_MS } from '../clock.ts';

/** What an entry adds to a day's total. */
export interface DayShare {
  /** `YYYY-MM-DD` */
  day: string;
  /** At least 1. */
  seconds: number;
}

const NANOSECONDS_PER_MS = 1_000_000;

/**
 * Assigns each second of a dictation to the day that it was in the entry's time zone when the second began. The zone
 * must be one that `isTimeZone` accepts.
 */
export function splitByDay({ startedAt, seconds, timezone }: Omit<UsageEntry, 'id'>): DayShare[] {
  const shares = new Map<string, number>();
  let at = Date.parse(startedAt);
  let left = seconds;
  while (left > 0) {
    const { day, endsAt } = dayAt(at, timezone);
    const count = Math.min(left, Math.ceil((endsAt - at) / SECOND_MS));
    shares.set(day, (shares.get(day) ?? 0) + count);
    at += count * SECOND_MS;
    left -= count;
  }
  return [...shares].map(([day, daySeconds]) => ({ day, seconds: daySeconds }));
}

/** Returns the day of a moment, and how long it is sure to last: until midnight, or until the clocks change. */
function dayAt(at: number, timezone: string): { day: string; endsAt: number } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  const localMs = at + zoned.offsetNanoseconds / NANOSECONDS_PER_MS;
  const dayStartMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  const midnight = at + dayStartMs + DAY_MS - localMs;
  const change = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return { day: new Date(dayStartMs).toISOString().slice(0, 'YYYY-MM-DD'.length), endsAt: Math.min(midnight, change) };
}
