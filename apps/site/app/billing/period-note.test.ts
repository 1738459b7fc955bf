import { expect, it } from 'vitest';
import { periodNote } from './period-note.ts';

const subscription = {
  priceId: 'price_standard',
  source: 'subscription' as const,
  currentPeriodEnd: '2026-03-15T12:00:00.000Z',
  cancelAtPeriodEnd: false,
};

it('says when a subscription renews, or ends if it is canceled', () => {
  expect(periodNote(subscription)).toBe('Renews on March 15, 2026.');
  expect(periodNote({ ...subscription, cancelAtPeriodEnd: true })).toBe('Ends on March 15, 2026.');
});

it('says nothing without a period end', () => {
  expect(periodNote({ ...subscription, currentPeriodEnd: null })).toBeUndefined();
  expect(periodNote(null)).toBeUndefined();
});
