import { CURRENCY } from '@workspace/contract/currency';

/** Formats an amount in cents as '$19.99', or as '$20' for whole dollars. */
export function displayPrice(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: CURRENCY,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}
