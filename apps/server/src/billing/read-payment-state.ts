import type Stripe from 'stripe';
import type { Services } from '../services.ts';
import { askProvider, findAtProvider, timeOf } from './payment-provider.ts';

/** Whether what was paid is ours. `refunded`: all of it was given back. */
export type PaymentState = 'paid' | 'refunded' | 'disputed';

/** Of these disputes the money isn't taken, or was returned; any other takes it the moment it is opened. */
const HARMLESS_DISPUTES = ['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'];
const MAX_DISPUTES = 100;

/** What became of a payment that was made, and when it was. Throws as `askProvider` does. */
export async function readPaymentState(
  services: Services,
  paymentIntentId: string,
): Promise<{ state: PaymentState; paidAt: Date | undefined }> {
  const intent = await findAtProvider(services, (stripe) =>
    stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
  );
  const charge = intent?.latest_charge;
  if (charge === null || typeof charge !== 'object') return { state: 'paid', paidAt: undefined };
  return { state: await stateOf(services, charge, paymentIntentId), paidAt: timeOf(charge.created) };
}

async function stateOf(services: Services, charge: Stripe.Charge, paymentIntentId: string): Promise<PaymentState> {
  if (charge.refunded) return 'refunded';
  // It stays marked after the dispute was won.
  if (!charge.disputed) return 'paid';
  const { data: disputes } = await askProvider(services, (stripe) =>
    stripe.disputes.list({ payment_intent: paymentIntentId, limit: MAX_DISPUTES }),
  );
  return disputes.every(({ status }) => HARMLESS_DISPUTES.includes(status)) ? 'paid' : 'disputed';
}
