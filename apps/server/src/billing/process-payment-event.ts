import { and, eq, isNull } from 'drizzle-orm';
import { paymentEvents, subscriptions } from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import type { Services } from '../services.ts';
import { type Subject, subjectOf } from './payment-events.ts';
import { findAtProvider, idOf } from './payment-provider.ts';
import { findCheckoutSession, reconcileCheckoutSession } from './reconcile-checkout-session.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

type StoredEvent = typeof paymentEvents.$inferSelect;

/** What to do for each subject, given the ids in an event. Repeating it changes nothing. */
const RECONCILE: Record<Subject, (services: Services, event: StoredEvent) => Promise<void>> = {
  'checkout-session': (services, { objectId }) => reconcileSession(services, objectId),
  subscription: async (services, { objectId }) => {
    if (objectId !== null) await reconcileSubscription(services, objectId);
  },
  payment: (services, { paymentIntentId }) => reconcilePayment(services, paymentIntentId),
};

/** Processes an event. If the server ends before the event is marked as processed, it is processed again. */
export async function processPaymentEvent(
  services: Services,
  { eventId }: JobPayloads['process-payment-event'],
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(eq(paymentEvents.id, eventId), isNull(paymentEvents.processedAt));
  const [event] = await database.select().from(paymentEvents).where(isOpen);
  if (event === undefined) return;
  const subject = subjectOf(event.type);
  if (subject !== undefined) await RECONCILE[subject](services, event);
  await database.update(paymentEvents).set({ processedAt: clock.now() }).where(isOpen);
}

async function reconcileSession(services: Services, id: string | null): Promise<void> {
  const session = id === null ? undefined : await findCheckoutSession(services, id);
  if (session !== undefined) await reconcileCheckoutSession(services, session);
}

/**
 * Updates what was paid for: a license bought in a checkout session, or a period of one of the customer's
 * subscriptions.
 */
async function reconcilePayment(services: Services, paymentIntentId: string | null): Promise<void> {
  if (paymentIntentId === null) return;
  const sessions = await findAtProvider(services, (stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentIntentId }),
  );
  for (const session of sessions?.data ?? []) await reconcileCheckoutSession(services, session);
  const payment = await findAtProvider(services, (stripe) => stripe.paymentIntents.retrieve(paymentIntentId));
  const customerId = idOf(payment?.customer);
  if (customerId === null) return;
  const ofCustomer = await services.database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId));
  for (const { id } of ofCustomer) await reconcileSubscription(services, id);
}
