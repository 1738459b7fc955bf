import { and, eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Transaction } from '../database/database.ts';
import { subscriptions, users } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { findAtProvider, idOf, timeOf } from './payment-provider.ts';
import { readPaymentState } from './read-payment-state.ts';
import { repeatUntilWritten } from './repeat-until-written.ts';
import { lockUser, standardPriceId, updatePlan } from './update-plan.ts';

type Row = typeof subscriptions.$inferSelect;
/** What the provider says about it. */
type Truth = Omit<Row, 'id' | 'userId'>;

interface VersionedRow {
  row: Row;
  /** Changes whenever the row is written. */
  version: string;
}

const VERSION = sql<string>`${subscriptions}.xmin::text`;

/**
 * Reads what the provider says about a subscription, stores it and derives its user's plan from it. Safe to repeat, in
 * any order. Throws as `askProvider` does.
 *
 * @returns its status: the provider's, or `refunded` or `disputed` if the payment for the current period was; undefined
 *   if it isn't one to our price
 */
export function reconcileSubscription(services: Services, id: string): Promise<string | undefined> {
  return repeatUntilWritten(async () => {
    const known = await readRow(services, id);
    const subscription = await findAtProvider(services, (stripe) =>
      stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }),
    );
    // Unknown to the provider: the key belongs to another account, and nobody should lose their plan over that.
    if (subscription === undefined) return { written: known?.row.status };
    const truth = await truthOf(services, subscription, known?.row.priceId);
    if (truth === undefined && known === undefined) return { written: undefined };
    const isWritten = await services.database.transaction((transaction) =>
      write(transaction, services, { id, customerId: idOf(subscription.customer), known, truth }),
    );
    return isWritten ? { written: truth?.status } : undefined;
  });
}

async function readRow({ database }: Services, id: string): Promise<VersionedRow | undefined> {
  const [known] = await database
    .select({ row: subscriptions, version: VERSION })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  return known;
}

/** Returns undefined if the subscription is neither to our price nor still to the one that was ours when it began. */
async function truthOf(
  services: Services,
  subscription: Stripe.Subscription,
  knownPriceId: string | undefined,
): Promise<Truth | undefined> {
  const ours = [standardPriceId(services), knownPriceId];
  const item = subscription.items.data.find(({ price }) => ours.includes(price.id));
  if (item === undefined) return undefined;
  return {
    customerId: idOf(subscription.customer) ?? '',
    priceId: item.price.id,
    status: (await findReversal(services, subscription)) ?? subscription.status,
    currentPeriodEnd: timeOf(item.current_period_end),
    // The provider's portal sets a date, its API the flag.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    createdAt: timeOf(subscription.created),
  };
}

/**
 * Finds out whether the money for the current period was refunded or taken back, despite which a subscription keeps
 * running at the provider.
 */
async function findReversal(services: Services, { status, latest_invoice: invoice }: Stripe.Subscription) {
  if (status !== 'active' || invoice === null || typeof invoice === 'string') return undefined;
  for (const { payment } of invoice.payments?.data ?? []) {
    const paymentIntentId = idOf(payment.payment_intent);
    if (paymentIntentId === null) continue;
    const { state } = await readPaymentState(services, paymentIntentId);
    if (state !== 'paid') return state;
  }
  return undefined;
}

interface Change {
  id: string;
  customerId: string | null;
  known: VersionedRow | undefined;
  /** undefined if it is no longer ours. */
  truth: Truth | undefined;
}

/** Writes, unless the row was written since it was read. Returns whether it did. */
async function write(transaction: Transaction, services: Services, change: Change): Promise<boolean> {
  const { id, known, truth } = change;
  const userId = await lockOwner(transaction, change);
  const isUnchanged = known && and(eq(subscriptions.id, id), eq(VERSION, known.version));
  let written: { id: string }[];
  if (truth === undefined) {
    written = await transaction.delete(subscriptions).where(isUnchanged).returning({ id: subscriptions.id });
  } else if (known === undefined) {
    written = await transaction
      .insert(subscriptions)
      .values({ ...truth, id, userId })
      .onConflictDoNothing()
      .returning({ id: subscriptions.id });
  } else {
    written = await transaction
      .update(subscriptions)
      .set({ ...truth, userId })
      .where(isUnchanged)
      .returning({ id: subscriptions.id });
  }
  if (written.length === 0) return false;
  if (userId === null) return true;
  await updatePlan(transaction, services, userId);
  if (truth?.status === 'active' && isNew(known)) {
    await services.jobs.enqueue('send-mail', { template: 'subscription-started', subscriptionId: id }, transaction);
  }
  return true;
}

/** Returns whether nothing had been paid yet when the row was last written. */
function isNew(known: VersionedRow | undefined): boolean {
  return known === undefined || known.row.status === 'incomplete';
}

/** Locks the owner. It stays as it was first found: the user with that customer at the provider. */
async function lockOwner(transaction: Transaction, { customerId, known }: Change): Promise<string | null> {
  const userId = known?.row.userId ?? (await findCustomersUser(transaction, customerId));
  return userId !== undefined && (await lockUser(transaction, userId)) ? userId : null;
}

async function findCustomersUser(transaction: Transaction, customerId: string | null): Promise<string | undefined> {
  if (customerId === null) return undefined;
  const [user] = await transaction.select({ id: users.id }).from(users).where(eq(users.customerId, customerId));
  return user?.id;
}
