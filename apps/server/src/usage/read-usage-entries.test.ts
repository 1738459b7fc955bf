import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsageEntries } from './read-usage-entries.ts';

const NOW = new Date('2026-03-18T10:00:00.000Z');
const ID = '6f1c1f6e-0d5b-4c0a-9a3e-2f6d1f0b7a11';
const entry = { id: ID, startedAt: '2026-03-18T09:00:00.000Z', seconds: 60, timezone: 'Europe/Berlin' };

const read = (...values: unknown[]) => readUsageEntries(values, NOW);

it('reads entries as sent', () => {
  expect(read(entry)).toEqual({ entries: [entry], duplicates: 0, rejected: [] });
});

describe('accepts', () => {
  it.each([
    ['zero seconds', { seconds: 0 }],
    ['four hours', { seconds: 14_400 }],
    ['a start five minutes ahead', { startedAt: '2026-03-18T10:05:00.000Z' }],
    ['a start 400 days ago', { startedAt: '2025-02-11T10:00:00.000Z' }],
    ['an older time zone name', { timezone: 'Asia/Calcutta' }],
    ['UTC', { timezone: 'UTC' }],
  ])('%s', (_, part) => {
    expect(read({ ...entry, ...part })).toEqual({ entries: [{ ...entry, ...part }], duplicates: 0, rejected: [] });
  });

  it('more precise times, cut to milliseconds', () => {
    expect(read({ ...entry, startedAt: '2026-03-18T09:00:00.123987Z' }).entries).toEqual([
      { ...entry, startedAt: '2026-03-18T09:00:00.123Z' },
    ]);
  });

  it('unknown fields, but leaves them out', () => {
    expect(read({ ...entry, text: 'what was said', userId: randomUUID() }).entries).toEqual([entry]);
  });
});

describe('gives the reason for the rejection', () => {
  it.each<[reason: string, part: object]>([
    ['id is no UUID', { id: 'one' }],
    ['id is no UUID', { id: `${ID}\0` }],
    ['startedAt is no time in UTC, such as 2026-02-03T08:30:00.000Z', { startedAt: '2026-03-18T10:00:00+01:00' }],
    ['startedAt is no time in UTC, such as 2026-02-03T08:30:00.000Z', { startedAt: '2026-02-30T10:00:00.000Z' }],
    ['startedAt is no time in UTC, such as 2026-02-03T08:30:00.000Z', { startedAt: 1_773_828_000_000 }],
    ['startedAt lies in the future', { startedAt: '2026-03-18T10:05:00.001Z' }],
    ['startedAt is more than 400 days ago', { startedAt: '2025-02-11T09:59:59.999Z' }],
    ['startedAt is more than 400 days ago', { startedAt: '0000-01-01T00:00:00.000Z' }],
    ['seconds is negative', { seconds: -1 }],
    ['seconds is no whole number', { seconds: 0.5 }],
    ['seconds is more than 14400', { seconds: 14_401 }],
    ['seconds is no number', { seconds: '60' }],
    ['seconds is no number', { seconds: Number.POSITIVE_INFINITY }],
    ['timezone is empty', { timezone: '' }],
    ['timezone is no name', { timezone: null }],
    ['timezone is longer than 64 characters', { timezone: 'x'.repeat(65) }],
    ...['Mars/Olympus_Mons', '+02:00', '-05', 'Z', 'Europe/Berlin\0', ' Europe/Berlin', '../etc/localtime'].map(
      (timezone): [string, object] => ['timezone is no IANA name of a time zone, such as Europe/Berlin', { timezone }],
    ),
  ])('%s: %o', (reason, part) => {
    const wrong = { ...entry, ...part };
    expect(read(wrong)).toEqual({ entries: [], duplicates: 0, rejected: [{ id: wrong.id, reason }] });
  });

  it.each(['id', 'startedAt', 'seconds', 'timezone'] as const)('of an entry without %s, by name', (name) => {
    const { [name]: _, ...rest } = entry;
    const [rejection] = read(rest).rejected;
    expect(rejection?.reason).toMatch(new RegExp(`^${name} is no `));
    expect(rejection?.id).toBe(name === 'id' ? null : ID);
  });

  it.each([null, 7, 'text', true, [], [entry]].map((value) => [value]))('of an entry that is %o', (value) => {
    expect(read(value).rejected).toEqual([{ id: null, reason: 'The entry is no object' }]);
  });

  it('of an entry, giving its id as sent, if it is text', () => {
    const ids = ['short', 'x'.repeat(200), 7, null, { id: ID }, ID.toUpperCase()];
    expect(read(...ids.map((id) => ({ ...entry, id, seconds: -1 }))).rejected.map(({ id }) => id)).toEqual([
      'short',
      'x'.repeat(100),
      null,
      null,
      null,
      ID.toUpperCase(),
    ]);
  });
});

it('keeps good entries next to bad ones', () => {
  const good = [entry, { ...entry, id: randomUUID() }];
  const { entries, rejected } = read(null, good[0], { ...entry, seconds: -1 }, good[1], {
    ...entry,
    timezone: '+01:00',
  });
  expect(entries).toEqual(good);
  expect(rejected).toHaveLength(3);
});

it('rejects an entry whose length can’t be compared', () => {
  const { entries, rejected } = read(entry, { ...entry, timezone: { length: { toString: 1 } } });
  expect(entries).toEqual([entry]);
  expect(rejected).toHaveLength(1);
});

it('accepts an id only once, ignoring case', () => {
  const { entries, duplicates } = read(entry, { ...entry, id: ID.toUpperCase(), seconds: 7 }, entry);
  expect(entries).toEqual([entry]);
  expect(duplicates).toBe(2);
});

it('accounts for every value, whatever is sent', () => {
  const nearly = fc.record(
    {
      id: fc.oneof(fc.constantFrom(ID, ID.toUpperCase()), fc.uuid(), fc.anything()),
      startedAt: fc.oneof(fc.constant(entry.startedAt), fc.date().map(String), fc.anything()),
      seconds: fc.oneof(fc.integer(), fc.double(), fc.anything()),
      timezone: fc.oneof(fc.constantFrom('UTC', 'Asia/Tokyo'), fc.string(), fc.anything()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nearly, fc.anything())), (values) => {
      const { entries, duplicates, rejected } = readUsageEntries(values, NOW);
      expect(entries.length + duplicates + rejected.length).toBe(values.length);
      expect(rejected.every(({ reason }) => reason.length > 0)).toBe(true);
    }),
  );
});
