import { paymentEvents } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { type PaymentEvent, subjectOf } from './payment-events.ts';

/**
 * Records an event from the provider, once, together with the job that will process it. Ignores whatever can't change
 * who is Standard.
 */
export async function recordPaymentEvent(
  services: Services,
  { id, type, data: { object } }: PaymentEvent,
): Promise<void> {
  if (subjectOf(type) === undefined) return;
  await services.database.transaction(async (transaction) => {
    // Of simultaneous deliveries, one stores the event and creates the job.
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
