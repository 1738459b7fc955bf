import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { auditEvents, purchases, users } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { lockAddress } from './lock-address.ts';
import { idOf, timeOf } from './payment-provider.ts';
import { type PaymentState, readPaymentState } from './read-payment-state.ts';
import { repeatUntilWritten } from './repeat-until-written.ts';
import { lockUser, updatePlan } from './update-plan.ts';

type Row = typeof purchases.$inferSelect;
type Owner = Pick<Row, 'userId' | 'email'>;

interface VersionedPurchase {
  userId: string | null;
  /** Changes whenever the row is written. */
  version: string;
}

const VERSION = sql<string>`${purchases}.xmin::text`;
const NOBODY: Owner = { userId: null, email: null };

/**
 * Reads the state of a license that was paid for through our payment link, stores it and derives the buyer's plan from
 * it. Safe to repeat, in any order. Throws as `askProvider` does.
 *
 * @param session a completed session of our payment link
 * @returns undefined if nothing has been paid yet
 */
export function reconcilePurchase(
  services: Services,
  session: Stripe.Checkout.Session,
): Promise<PaymentState | undefined> {
  return repeatUntilWritten(async () => {
    const known = await readPurchase(services, session.id);
    if (session.payment_status === 'unpaid') return { written: undefined };
    const paymentIntentId = idOf(session.payment_intent);
    // Without a payment, it was free.
    const { state, paidAt } =
      paymentIntentId === null
        ? { state: 'paid' as const, paidAt: undefined }
        : await readPaymentState(services, paymentIntentId);
    const isWritten = await services.database.transaction(async (transaction) =>
      known === undefined
        ? insert(transaction, services, session, { state, paidAt: paidAt ?? timeOf(session.created) })
        : update(transaction, services, { id: session.id, known, state }),
    );
    return isWritten ? { written: state } : undefined;
  });
}

async function readPurchase({ database }: Services, id: string): Promise<VersionedPurchase | undefined> {
  const [known] = await database
    .select({ userId: purchases.userId, version: VERSION })
    .from(purchases)
    .where(eq(purchases.id, id));
  return known;
}

/** The owner stays as it was, even if there is none: of a deleted account, only the payment remains. */
async function update(
  transaction: Transaction,
  services: Services,
  { id, known: { userId, version }, state }: { id: string; known: VersionedPurchase; state: PaymentState },
): Promise<boolean> {
  if (userId !== null) await lockUser(transaction, userId);
  const written = await transaction
    .update(purchases)
    .set({ status: state })
    .where(and(eq(purchases.id, id), eq(VERSION, version)))
    .returning({ userId: purchases.userId });
  if (written.length === 0) return false;
  if (userId !== null) await updatePlan(transaction, services, userId);
  return true;
}

async function insert(
  transaction: Transaction,
  services: Services,
  session: Stripe.Checkout.Session,
  { state, paidAt }: { state: PaymentState; paidAt: Date },
): Promise<boolean> {
  const owner = await lockOwner(transaction, session);
  const written = await transaction
    .insert(purchases)
    .values({
      ...owner,
      id: session.id,
      paymentIntentId: idOf(session.payment_intent),
      customerId: idOf(session.customer),
      status: state,
      amount: session.amount_total,
      currency: session.currency,
      paidAt,
    })
    .onConflictDoNothing()
    .returning({ id: purchases.id });
  if (written.length === 0) return false;
  if (owner.userId !== null) await updatePlan(transaction, services, owner.userId);
  if (state === 'paid' && owner !== NOBODY) {
    await services.jobs.enqueue('send-mail', { template: 'purchase-confirmed', purchaseId: session.id }, transaction);
  }
  return true;
}

/**
 * Finds and locks the owner of a license: the user whom the site named when it opened the payment link; else the
 * verified account with the address that was typed there; else nobody until a user verifies that address.
 */
async function lockOwner(transaction: Transaction, session: Stripe.Checkout.Session): Promise<Owner> {
  const named = z.uuid().safeParse(session.client_reference_id).data;
  if (named !== undefined && (await lockUser(transaction, named))) return { userId: named, email: null };
  const email = session.customer_details?.email?.trim().toLowerCase();
  if (email === undefined) return NOBODY;
  await lockAddress(transaction, email);
  const [user] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  if (user !== undefined && (await lockUser(transaction, user.id))) return { userId: user.id, email: null };
  // The address of a deleted account isn't kept anywhere.
  return named !== undefined && (await wasDeleted(transaction, named)) ? NOBODY : { userId: null, email };
}

async function wasDeleted(transaction: Transaction, userId: string): Promise<boolean> {
  const found = await transaction
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), eq(auditEvents.action, 'account-deleted')))
    .limit(1);
  return found.length > 0;
}
