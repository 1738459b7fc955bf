import { and, isNull, lt, ne, notInArray } from 'drizzle-orm';
import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts';
import { paymentEvents, plans, subscriptions } from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import type { Services } from '../services.ts';
import { EVENT_TYPES, paymentEventSchema } from './payment-events.ts';
import { askProvider } from './payment-provider.ts';
import { recordPaymentEvent } from './record-payment-event.ts';
import { standardPriceId } from './update-plan.ts';

/** How far back events are looked for that never arrived. The provider gives up after three days, and keeps them for 30. */
const LOST_EVENTS_MS = 7 * DAY_MS;
/** An event that waits for longer is stuck. */
const STUCK_MS = 10 * MINUTE_MS;
const PAGE = 100;
/** Nothing happens any more to a subscription that ended so. */
const ENDED_STATUSES = ['canceled', 'incomplete_expired'];

/**
 * Compares everything with the provider that can have been missed. What is found is looked into by jobs of its own, so that
 * whatever fails is tried again alone, and keeps nothing else from being done. Throws as `askProvider` does.
 */
export async function reconcilePayments(
  services: Services,
  _payload: JobPayloads['reconcile-payments'],
): Promise<void> {
  if (services.payments === undefined) return;
  await recordLostEvents(services);
  await enqueueStuckEvents(services);
  await enqueueRunningSubscriptions(services);
  await renamePlans(services);
}

/** Webhooks that got lost: of new subscriptions, licenses, refunds and disputes alike. Those that came are skipped. */
async function recordLostEvents(services: Services): Promise<void> {
  const since = Math.floor(addMs(services.clock.now(), -LOST_EVENTS_MS).getTime() / 1_000);
  await askProvider(services, async (stripe) => {
    const events = stripe.events.list({ types: EVENT_TYPES, created: { gte: since }, limit: PAGE });
    for await (const event of events) {
      const parsed = paymentEventSchema.safeParse(event);
      if (parsed.success) await recordPaymentEvent(services, parsed.data);
    }
  });
}

async function enqueueStuckEvents({ clock, database, jobs }: Services): Promise<void> {
  const isStuck = and(isNull(paymentEvents.processedAt), lt(paymentEvents.receivedAt, addMs(clock.now(), -STUCK_MS)));
  const stuck = await database.select({ eventId: paymentEvents.id }).from(paymentEvents).where(isStuck);
  await jobs.enqueueAll('process-payment-event', stuck, database);
}

async function enqueueRunningSubscriptions({ database, jobs }: Services): Promise<void> {
  const running = await database
    .select({ subscriptionId: subscriptions.id })
    .from(subscriptions)
    .where(notInArray(subscriptions.status, ENDED_STATUSES));
  await jobs.enqueueAll('reconcile-subscription', running, database);
}

/** After the Standard price was replaced, users who paid the old one stay Standard, under the new one's id. */
async function renamePlans(services: Services): Promise<void> {
  const priceId = standardPriceId(services);
  await services.database.update(plans).set({ priceId }).where(ne(plans.priceId, priceId));
}
