import { paymentEvents } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { type PaymentEvent, subjectOf } from './payment-events.ts';

/**
 * Takes in an event of the provider, once: it is stored together with the job that will look into it. Whatever can't change who is
 * Standard is ignored.
 */
export async function recordPaymentEvent(
  services: Services,
  { id, type, data: { object } }: PaymentEvent,
): Promise<void> {
  if (subjectOf(type) === undefined) return;
  await services.database.transaction(async (transaction) => {
    // Of deliveries that come at once, one stores the event and makes the job.
    const stored = await transaction
      .insert(paymentEvents)
      .values({
        id,
        type,
        objectId: object.id ?? null,
        paymentIntentId: object.payment_intent ?? null,
        receivedAt: services.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (stored.length > 0) await services.jobs.enqueue('process-payment-event', { eventId: id }, transaction);
  });
}
