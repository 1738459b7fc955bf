import { describe, expect, it } from 'vitest';
import { usageEntrySchema, usageReceiptSchema, usageReportSchema } from './usage.ts';
import { MAX_USAGE_ENTRIES_PER_REPORT } from './usage-limits.ts';

const entry = {
  id: '6f1c1f6e-0d5b-4c0a-9a3e-2f6d1f0b7a11',
  startedAt: '2026-09-01T08:30:00.000Z',
  seconds: 14_400,
  timezone: 'America/Argentina/Buenos_Aires',
};

describe('a usage entry', () => {
  it('consists of an ID, a UTC time, whole seconds and a time zone', () => {
    expect(usageEntrySchema.parse(entry)).toEqual(entry);
  });

  it.each([
    ['an id that is not a UUID', { id: '1' }],
    ['a day without a time', { startedAt: '2026-09-01' }],
    ['a time with an offset', { startedAt: '2026-09-01T08:30:00+02:00' }],
    ['fewer than no seconds', { seconds: -1 }],
    ['parts of seconds', { seconds: 1.5 }],
    ['more than four hours', { seconds: 14_401 }],
    ['no zone', { timezone: '' }],
  ])('is rejected with %s', (_, wrong) => {
    expect(usageEntrySchema.safeParse({ ...entry, ...wrong }).success).toBe(false);
  });

  it('drops unknown fields', () => {
    expect(usageEntrySchema.parse({ ...entry, text: 'what was said' })).toEqual(entry);
  });
});

it('a report holds at most 500 entries', () => {
  const entries = Array.from({ length: MAX_USAGE_ENTRIES_PER_REPORT }, () => entry);
  expect(usageReportSchema.safeParse({ entries }).success).toBe(true);
  expect(usageReportSchema.safeParse({ entries: [...entries, entry] }).success).toBe(false);
});

it('a receipt contains the counts, and the rejected entries with reasons', () => {
  const receipt = { accepted: 3, duplicates: 1, rejected: [{ id: entry.id, reason: 'The start lies in the future.' }] };
  expect(usageReceiptSchema.parse(receipt)).toEqual(receipt);
  expect(usageReceiptSchema.safeParse({ ...receipt, accepted: -1 }).success).toBe(false);
});
