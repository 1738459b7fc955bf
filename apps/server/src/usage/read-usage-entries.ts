import { type UsageEntry, type UsageReceipt, usageEntrySchema } from '@workspace/contract/usage';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import { safeParse } from '../safe-parse.ts';
import { isTimeZone } from './time-zone.ts';

/** How far from now a dictation may have begun. */
const MAX_AGE_DAYS = 400;
const MAX_AHEAD_MINUTES = 5;
const MAX_ECHOED_ID_LENGTH = 100;

type Rejection = UsageReceipt['rejected'][number];

/** The content of a report. Each of its values is one of the three. */
export interface ReadEntries {
  /** Each id once, in lower case; times in milliseconds. */
  entries: UsageEntry[];
  /** The number of values whose id came before in the same report. */
  duplicates: number;
  rejected: Rejection[];
}

/** Reads the values of a report, each on its own. */
export function readUsageEntries(values: readonly unknown[], now: Date): ReadEntries {
  const entries = new Map<string, UsageEntry>();
  const rejected: Rejection[] = [];
  for (const value of values) {
    const read = readUsageEntry(value, now);
    if ('reason' in read) rejected.push(read);
    else if (!entries.has(read.id)) entries.set(read.id, read);
  }
  return {
    entries: [...entries.values()],
    duplicates: values.length - rejected.length - entries.size,
    rejected,
  };
}

function readUsageEntry(value: unknown, now: Date): UsageEntry | Rejection {
  const reject = (reason: string): Rejection => ({ id: idOf(value), reason });
  const { data, error } = safeParse(usageEntrySchema, value);
  if (error !== undefined) return reject(error.issues[0]?.message ?? 'The entry is invalid');
  const { id, startedAt, seconds, timezone } = data;
  const startMs = Date.parse(startedAt);
  if (startMs > now.getTime() + MAX_AHEAD_MINUTES * MINUTE_MS) return reject('startedAt lies in the future');
  if (startMs < now.getTime() - MAX_AGE_DAYS * DAY_MS) return reject(`startedAt is more than ${MAX_AGE_DAYS} days ago`);
  if (!isTimeZone(timezone)) return reject('timezone is no IANA name of a time zone, such as Europe/Berlin');
  return { id: id.toLowerCase(), startedAt: new Date(startMs).toISOString(), seconds, timezone };
}

/** Returns the id as it was sent, so that the sender knows which entry is meant. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' ? id.slice(0, MAX_ECHOED_ID_LENGTH) : null;
}
