import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { purchases, subscriptions } from '../database/schema.ts';

/** A payment that benefits no account. */
export interface UnmatchedPayment {
  /** The provider's id of the checkout session, or of the subscription. */
  id: string;
  /** As typed at the provider. null: the account that paid was deleted, or it is a subscription. */
  email: string | null;
  /** In the currency's smallest unit. */
  amount: number | null;
  currency: string | null;
  paidAt: Date;
  status: string;
}

/** Lists licenses and running subscriptions that belong to no user, oldest first. */
export async function listUnmatchedPayments(connection: Connection): Promise<UnmatchedPayment[]> {
  const licenses = await connection
    .select({
      id: purchases.id,
      email: purchases.email,
      amount: purchases.amount,
      currency: purchases.currency,
      paidAt: purchases.paidAt,
      status: purchases.status,
    })
    .from(purchases)
    .where(and(isNull(purchases.userId), eq(purchases.status, 'paid')))
    .orderBy(asc(purchases.paidAt));
  const running = await connection
    .select({ id: subscriptions.id, paidAt: subscriptions.createdAt, status: subscriptions.status })
    .from(subscriptions)
    .where(and(isNull(subscriptions.userId), eq(subscriptions.status, 'active')))
    .orderBy(asc(subscriptions.createdAt));
  return [...licenses, ...running.map((row) => ({ ...row, email: null, amount: null, currency: null }))];
}
