/** The currency of every amount (ISO 4217). Amounts are in its smallest unit, cents. */
export const CURRENCY = 'USD';
