import { isStorableText } from '@workspace/contract/storable-text';
import { z } from 'zod';

/** What an event is about, and therefore what is read from the provider. */
export type Subject = 'checkout-session' | 'subscription' | 'payment';

/** The provider's events that can change who is Standard. It can be asked for at most 20 types at a time. */
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

/** Returns what an event is about; undefined if it is of no interest. */
export function subjectOf(type: string): Subject | undefined {
  return Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type] : undefined;
}

/** An id that the database can hold: the provider never sends any other. */
const id = z.string().max(255).refine(isStorableText);

/** The parts of an event that are used: only ids. The objects are then read from the provider. */
export const paymentEventSchema = z.object({
  id,
  type: z.string().max(255),
  data: z.object({
    object: z.object({ id: id.nullish(), payment_intent: id.nullish() }),
  }),
});
