import type { SiteUser } from '../api/response-parsers.ts';
import { displayPrice } from '../content/display-price.ts';
import { MARKETING_FEATURES } from '../content/marketing-features.ts';

/** A plan, as displayed. */
export interface Plan {
  name: 'Beta Tester' | 'Standard';
  /** Per month, such as '$19.99'. */
  displayPrice: string;
  features: readonly string[];
  /** Empty if the plan can't be bought. */
  priceId: string;
  status: 'free' | 'active';
}

interface PriceConfig {
  standardPriceId: string;
  /** In cents. */
  standardUnitAmount: number;
}

/** Returns all plans, the free one first. */
export function listPlans({ standardPriceId, standardUnitAmount }: PriceConfig): [betaTester: Plan, standard: Plan] {
  return [
    { name: 'Beta Tester', displayPrice: displayPrice(0), features: [], priceId: '', status: 'free' },
    {
      name: 'Standard',
      displayPrice: displayPrice(standardUnitAmount),
      features: MARKETING_FEATURES,
      priceId: standardPriceId,
      status: 'active',
    },
  ];
}

/** Whether the user has the Standard price; otherwise they are a Beta Tester. */
export function isStandard(user: Pick<SiteUser, 'subscription'> | null, standardPriceId: string): boolean {
  return user?.subscription?.priceId === standardPriceId;
}
