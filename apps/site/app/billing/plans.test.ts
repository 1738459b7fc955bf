import { expect, it } from 'vitest';
import { isStandard, listPlans } from './plans.ts';

const PRICE = 'price_standard';
const subscriptionTo = (priceId: string) => ({
  subscription: { priceId, source: 'subscription' as const, currentPeriodEnd: null, cancelAtPeriodEnd: false },
});

it('lists the free plan without a price ID or features, and the paid plan', () => {
  const [betaTester, standard] = listPlans({ standardPriceId: PRICE, standardUnitAmount: 1_999 });
  expect(betaTester).toEqual({ name: 'Beta Tester', displayPrice: '$0', features: [], priceId: '', status: 'free' });
  expect(standard).toMatchObject({ name: 'Standard', displayPrice: '$19.99', priceId: PRICE, status: 'active' });
  expect(standard.features).toHaveLength(6);
});

it('treats users as Standard only by the configured price', () => {
  expect(isStandard(subscriptionTo(PRICE), PRICE)).toBe(true);
  expect(isStandard(subscriptionTo('price_other'), PRICE)).toBe(false);
  expect(isStandard({ subscription: null }, PRICE)).toBe(false);
  expect(isStandard({}, PRICE)).toBe(false);
  expect(isStandard(null, PRICE)).toBe(false);
});
