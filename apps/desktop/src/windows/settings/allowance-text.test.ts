import { describe, expect, it } from 'vitest';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import { describeLeft, describeReset, secondsLeft } from './allowance-text.ts';

const BETA: AllowanceView = {
  plan: 'beta',
  limitSeconds: 3_600,
  usedSeconds: 754,
  resetsAt: '2026-11-26T13:05:00.000Z',
};
const USED_UP = { ...BETA, usedSeconds: 3_700 };
const STANDARD: AllowanceView = { plan: 'standard', limitSeconds: null, usedSeconds: 90_000, resetsAt: null };

describe('the allowance', () => {
  it('is what is left of the limit, and never negative', () => {
    expect(secondsLeft(BETA)).toBe(2_846);
    expect(secondsLeft(USED_UP)).toBe(0);
    expect(secondsLeft(STANDARD)).toBeNull();
  });

  it('is described in words', () => {
    expect(describeLeft(BETA)).toBe('47m 26s left of 1h in any 7 days');
    expect(describeLeft(USED_UP)).toBe('No time left of 1h in any 7 days');
    expect(describeLeft(STANDARD)).toBe('Unlimited, under fair use');
    expect(describeLeft({ ...BETA, limitSeconds: null })).toBe('No limit at the moment');
  });

  it('says when there will be more, in the user’s time zone', () => {
    expect(describeReset(BETA, 'Europe/Berlin')).toBe('You get some of it back on Thursday 26 November at 14:05.');
    expect(describeReset(USED_UP, 'America/New_York')).toBe('You can dictate again on Thursday 26 November at 08:05.');
    expect(describeReset(BETA, 'Pacific/Auckland')).toBe('You get some of it back on Friday 27 November at 02:05.');
  });

  it('doesn’t say when there will be more if that is unknown or nothing is limited', () => {
    expect(describeReset({ ...BETA, resetsAt: null })).toBeUndefined();
    expect(describeReset({ ...STANDARD, resetsAt: BETA.resetsAt })).toBeUndefined();
  });
});
