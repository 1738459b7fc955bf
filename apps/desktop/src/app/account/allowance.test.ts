import { BETA_ALLOWANCE } from '@workspace/contract/usage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredUsageEntry } from '../usage/usage-ledger.ts';
import { allowanceOf, isUsedUp, secondsLeft } from './allowance.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const HOUR_MS = 60 * 60_000;

const entries: fc.Arbitrary<StoredUsageEntry[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    startedAt: fc.integer({ min: 1, max: 7 * 24 }).map((hours) => new Date(NOW - hours * HOUR_MS + 1).toISOString()),
    seconds: fc.integer({ min: 1, max: 3_000 }),
    timezone: fc.constant('UTC'),
    account: fc.constantFrom(null, 'ours', 'theirs'),
    plan: fc.constantFrom('beta' as const, 'standard' as const),
    reported: fc.boolean(),
  }),
  { size: 'max', maxLength: 20 },
);

const sum = (of: readonly StoredUsageEntry[]) => of.reduce((total, { seconds }) => total + seconds, 0);

it('gives the exact time at which usage drops: below the limit if it is reached, by any amount otherwise', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const at = (now: number) =>
        allowanceOf({
          account: null,
          entitlement: null,
          entries: given.filter(({ startedAt }) => now - Date.parse(startedAt) < BETA_ALLOWANCE.windowMs),
          now,
        });
      const { usedSeconds, resetsAt } = at(NOW);
      expect(usedSeconds).toBe(sum(given.filter(({ plan }) => plan === 'beta')));
      expect(resetsAt === null).toBe(usedSeconds === 0);
      if (resetsAt === null) return;
      const goal = Math.min(usedSeconds, BETA_ALLOWANCE.seconds);
      expect(at(Date.parse(resetsAt)).usedSeconds).toBeLessThan(goal);
      expect(at(Date.parse(resetsAt) - 1).usedSeconds).toBeGreaterThanOrEqual(goal);
    }),
  );
});

it('adds this account’s unreported entries, and no others, to the server’s count', () => {
  const entitlement = { plan: 'beta', limitSeconds: 3_600, usedSeconds: 500, resetsAt: null, askedAt: NOW } as const;
  fc.assert(
    fc.property(entries, (given) => {
      const allowance = allowanceOf({ account: 'ours', entitlement, entries: given, now: NOW });
      const waiting = given.filter(({ account, reported }) => account === 'ours' && !reported);
      expect(allowance.usedSeconds).toBe(500 + sum(waiting));
      expect(isUsedUp(allowance)).toBe(allowance.usedSeconds >= 3_600);
      expect(secondsLeft(allowance)).toBe(Math.max(0, 3_600 - allowance.usedSeconds));
    }),
  );
});

it('has no limit if the server gives none', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('beta' as const, 'standard' as const), (given, plan) => {
      const entitlement = { plan, limitSeconds: null, usedSeconds: 500, resetsAt: null, askedAt: NOW };
      const allowance = allowanceOf({ account: 'ours', entitlement, entries: given, now: NOW });
      expect(allowance).toMatchObject({ plan, limitSeconds: null, resetsAt: null });
      expect(isUsedUp(allowance)).toBe(false);
    }),
  );
});
