import type Stripe from 'stripe';
import type { Services } from '../services.ts';
import { askProvider, findAtProvider, timeOf } from './payment-provider.ts';

/** Whether we have the money. `refunded`: all of it was given back. */
export type PaymentState = 'paid' | 'refunded' | 'disputed';

/** Disputes for which the money isn't taken, or was returned; any other takes it the moment it is opened. */
const HARMLESS_DISPUTES = ['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'];
const MAX_DISPUTES = 100;

/** Reads what has happened to a payment, and when it was made. Throws as `askProvider` does. */
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
  // `disputed` stays set after the dispute is won.
  if (!charge.disputed) return 'paid';
  const { data: disputes } = await askProvider(services, (stripe) =>
    stripe.disputes.list({ payment_intent: paymentIntentId, limit: MAX_DISPUTES }),
  );
  return disputes.every(({ status }) => HARMLESS_DISPUTES.includes(status)) ? 'paid' : 'disputed';
}
