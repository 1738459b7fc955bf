import { paymentEvents } from '../database/schema.ts';
import { safeParse } from '../safe-parse.ts';
import type { Services } from '../services.ts';
import { paymentEventSchema, subjectOf } from './payment-events.ts';

/**
 * Records an event from the provider, once, together with the job that will process it. Ignores whatever can't change
 * who is Standard, also values of an unknown shape.
 */
export async function recordPaymentEvent(services: Services, event: unknown): Promise<void> {
  const parsed = safeParse(paymentEventSchema, event);
  if (!parsed.success || subjectOf(parsed.data.type) === undefined) return;
  const {
    id,
    type,
    data: { object },
  } = parsed.data;
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
