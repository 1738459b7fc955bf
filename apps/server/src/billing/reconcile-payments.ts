import { and, isNull, lt, ne, notInArray } from 'drizzle-orm';
import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts';
import { paymentEvents, plans, subscriptions } from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import type { Services } from '../services.ts';
import { EVENT_TYPES } from './payment-events.ts';
import { askProvider } from './payment-provider.ts';
import { recordPaymentEvent } from './record-payment-event.ts';
import { standardPriceId } from './update-plan.ts';

/**
 * How far back to look for events that never arrived. The provider gives up after three days, and keeps them for 30.
 */
const LOST_EVENTS_MS = 7 * DAY_MS;
/** An event that has been waiting for longer is stuck. */
const STUCK_MS = 10 * MINUTE_MS;
const PAGE = 100;
/** Nothing more happens to a subscription that has ended like this. */
const ENDED_STATUSES = ['canceled', 'incomplete_expired'];

/**
 * Checks with the provider for everything that may have been missed. Separate jobs look into what is found, so that
 * whatever fails is tried again alone, and holds up nothing else. Throws as `askProvider` does.
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

/**
 * Records events whose webhooks were lost: new subscriptions, licenses, refunds and disputes alike. Those that arrived
 * are skipped.
 */
async function recordLostEvents(services: Services): Promise<void> {
  const since = Math.floor(addMs(services.clock.now(), -LOST_EVENTS_MS).getTime() / 1_000);
  await askProvider(services, async (stripe) => {
    const events = stripe.events.list({ types: EVENT_TYPES, created: { gte: since }, limit: PAGE });
    for await (const event of events) await recordPaymentEvent(services, event);
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

/** After the Standard price is replaced, keeps users who paid the old one on Standard, under the new price's id. */
async function renamePlans(services: Services): Promise<void> {
  const priceId = standardPriceId(services);
  await services.database.update(plans).set({ priceId }).where(ne(plans.priceId, priceId));
}
