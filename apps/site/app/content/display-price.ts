import { CURRENCY } from '@workspace/contract/currency';

/** An amount of cents, as '$19.99', or as '$20' if no cents are left over. */
export function displayPrice(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: CURRENCY,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}
