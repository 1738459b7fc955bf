import { isStorableText } from '@workspace/contract/storable-text';
import { z } from 'zod';

/** What an event is about, and so what is read from the provider. */
export type Subject = 'checkout-session' | 'subscription' | 'payment';

/** The provider's events that can change who is Standard. It is asked for at most 20 types at once. */
const SUBJECTS: Record<string, Subject> = {
  'checkout.session.completed': 'checkout-session',
  'checkout.session.async_payment_succeeded': 'checkout-session',
  'checkout.session.async_payment_failed': 'checkout-session',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'charge.refunded': 'payment',
  'refund.created': 'payment',
  'refund.updated': 'payment',
  'refund.failed': 'payment',
  'charge.dispute.created': 'payment',
  'charge.dispute.updated': 'payment',
  'charge.dispute.closed': 'payment',
  'charge.dispute.funds_withdrawn': 'payment',
  'charge.dispute.funds_reinstated': 'payment',
};

export const EVENT_TYPES = Object.keys(SUBJECTS);

/** undefined: the event is of no interest. */
export function subjectOf(type: string): Subject | undefined {
  return Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type] : undefined;
}

/** One that the database can hold: the provider never sends another. */
const id = z.string().max(255).refine(isStorableText);

/** What is taken from an event: ids alone. The provider is then asked for the objects. */
export const paymentEventSchema = z.object({
  id,
  type: z.string().max(255),
  data: z.object({
    object: z.object({ id: id.nullish(), payment_intent: id.nullish() }),
  }),
});

export type PaymentEvent = z.infer<typeof paymentEventSchema>;
