import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByDay } from './split-by-day.ts';

/** The same by asking for the day of every single second. */
function splitSlowly(startedAt: string, seconds: number, timezone: string): Map<string, number> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  const startMs = Date.parse(startedAt);
  const shares = new Map<string, number>();
  for (let second = 0; second < seconds; second += 1) {
    const day = format.format(startMs + second * 1_000);
    shares.set(day, (shares.get(day) ?? 0) + 1);
  }
  return shares;
}

function split(startedAt: string, seconds: number, timezone: string): Record<string, number> {
  return Object.fromEntries(splitByDay({ startedAt, seconds, timezone }).map((share) => [share.day, share.seconds]));
}

describe('the seconds of a dictation fall', () => {
  it('on the local day', () => {
    expect(split('2026-03-18T10:00:00.000Z', 60, 'UTC')).toEqual({ '2026-03-18': 60 });
    expect(split('2026-03-18T11:00:00.000Z', 60, 'Pacific/Tongatapu')).toEqual({ '2026-03-19': 60 });
    expect(split('2026-03-18T10:00:00.000Z', 60, 'Pacific/Pago_Pago')).toEqual({ '2026-03-17': 60 });
    expect(split('2026-03-18T18:14:30.000Z', 60, 'Asia/Kathmandu')).toEqual({ '2026-03-18': 30, '2026-03-19': 30 });
  });

  it('on both days if it crosses midnight', () => {
    expect(split('2026-12-31T22:59:50.000Z', 15, 'Europe/Berlin')).toEqual({ '2026-12-31': 10, '2027-01-01': 5 });
  });

  it('on the day on which each second begins', () => {
    expect(split('2026-03-18T23:59:58.500Z', 3, 'UTC')).toEqual({ '2026-03-18': 2, '2026-03-19': 1 });
    expect(split('2026-03-18T23:59:58.000Z', 2, 'UTC')).toEqual({ '2026-03-18': 2 });
    expect(split('2026-03-19T00:00:00.000Z', 2, 'UTC')).toEqual({ '2026-03-19': 2 });
  });

  it('on the right days if those have 23 or 25 hours', () => {
    expect(split('2026-03-29T00:30:00.000Z', 3_600, 'Europe/Berlin')).toEqual({ '2026-03-29': 3_600 });
    expect(split('2026-03-29T21:59:00.000Z', 120, 'Europe/Berlin')).toEqual({ '2026-03-29': 60, '2026-03-30': 60 });
    expect(split('2026-10-25T22:59:00.000Z', 120, 'Europe/Berlin')).toEqual({ '2026-10-25': 60, '2026-10-26': 60 });
  });

  it('on the new day when the clocks go from midnight to one', () => {
    expect(split('2026-03-08T04:59:00.000Z', 120, 'America/Havana')).toEqual({ '2026-03-07': 60, '2026-03-08': 60 });
    expect(split('2026-03-28T21:59:00.000Z', 120, 'Asia/Beirut')).toEqual({ '2026-03-28': 60, '2026-03-29': 60 });
    expect(split('2026-04-23T21:59:00.000Z', 120, 'Africa/Cairo')).toEqual({ '2026-04-23': 60, '2026-04-24': 60 });
  });

  it('on the new day an hour early when the clocks go from eleven to midnight', () => {
    expect(split('2026-03-29T00:59:00.000Z', 120, 'America/Nuuk')).toEqual({ '2026-03-28': 60, '2026-03-29': 60 });
  });

  it('on the old day for another hour when the clocks go back from midnight to eleven', () => {
    expect(split('2026-10-24T20:59:00.000Z', 3_720, 'Asia/Beirut')).toEqual({ '2026-10-24': 3_660, '2026-10-25': 60 });
    expect(split('2026-10-29T20:59:00.000Z', 3_720, 'Africa/Cairo')).toEqual({ '2026-10-29': 3_660, '2026-10-30': 60 });
  });

  it('on the old day again when the clocks go back across midnight', () => {
    // In St. John's, clocks went back from one minute past midnight to one past eleven.
    const shares = split('2010-11-07T02:29:00.000Z', 3_720 + 60, 'America/St_Johns');
    expect(shares).toEqual({ '2010-11-06': 60 + 3_540, '2010-11-07': 60 + 120 });
  });

  it('on the day after next if the calendar skips a day', () => {
    expect(split('2011-12-30T09:59:00.000Z', 120, 'Pacific/Apia')).toEqual({ '2011-12-29': 60, '2011-12-31': 60 });
  });
});

it('a dictation of zero seconds falls on no day', () => {
  expect(splitByDay({ startedAt: '2026-03-18T10:00:00.000Z', seconds: 0, timezone: 'UTC' })).toEqual([]);
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Tongatapu',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Asuncion',
  'America/Santiago',
  'Atlantic/Azores',
  'Asia/Gaza',
  'Asia/Calcutta',
  'Antarctica/Troll',
  'America/Nuuk',
];
/** Moments at which clocks changed somewhere in these zones, and others. */
const CHANGES = [
  '2025-10-26T00:00:00Z',
  '2025-10-30T21:00:00Z',
  '2025-10-25T21:00:00Z',
  '2025-11-02T05:00:00Z',
  '2025-10-04T15:00:00Z',
  '2026-02-15T02:00:00Z',
  '2026-03-08T05:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-03-22T02:00:00Z',
  '2026-03-28T22:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-05T03:00:00Z',
  '2026-04-23T22:00:00Z',
  '2026-09-06T04:00:00Z',
].map((time) => Date.parse(time));
const HOUR_MS = 3_600_000;
const startMs = fc.oneof(
  fc.integer({ min: Date.parse('2025-02-01T00:00:00Z'), max: Date.parse('2026-12-31T00:00:00Z') }),
  fc
    .tuple(
      fc.constantFrom(...CHANGES),
      fc.oneof(...[4, 25].map((hours) => fc.integer({ min: -hours * HOUR_MS, max: hours * HOUR_MS }))),
    )
    .map(([at, offset]) => at + offset),
);
const entry = fc.record({
  startedAt: startMs.map((ms) => new Date(ms).toISOString()),
  seconds: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 14_400 })),
  timezone: fc.constantFrom(...ZONES),
});

describe('for any dictation', () => {
  it('the shares are the same as when counting every second', () => {
    fc.assert(
      fc.property(entry, ({ startedAt, seconds, timezone }) => {
        expect(split(startedAt, seconds, timezone)).toEqual(
          Object.fromEntries(splitSlowly(startedAt, seconds, timezone)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('no second is lost or duplicated, and no day appears twice', () => {
    fc.assert(
      fc.property(entry, (given) => {
        const shares = splitByDay(given);
        expect(shares.reduce((total, share) => total + share.seconds, 0)).toBe(given.seconds);
        expect(new Set(shares.map(({ day }) => day)).size).toBe(shares.length);
      }),
      { numRuns: 3_000 },
    );
  });
});
