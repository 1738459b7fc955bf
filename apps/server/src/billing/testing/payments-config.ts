import type { PaymentsConfig } from '../../config.ts';

/** A URL where nothing listens. */
export const NOWHERE = 'http://127.0.0.1:1';

/** Payments configured with a provider that can't be reached. */
export const PAYMENTS = {
  apiBase: NOWHERE,
  secretKey: 'sk_test_nobody',
  webhookSecrets: ['whsec_new', 'whsec_old'],
  standardPriceId: 'price_standard',
  standardUnitAmount: 1_999,
  paymentLink: `${NOWHERE}/link`,
} as const satisfies PaymentsConfig;
