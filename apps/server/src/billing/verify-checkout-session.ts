import type { verifyCheckoutSession as call } from '@workspace/contract/billing';
import type { CallData } from '@workspace/contract/call';
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Caller } from '../auth/authenticate.ts';
import { purchases } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { isStandard } from './is-standard.ts';
import { idOf } from './payment-provider.ts';
import { findCheckoutSession, reconcileCheckoutSession } from './reconcile-checkout-session.ts';

/** It becomes part of a URL. */
const SESSION_ID = /^cs_\w{1,250}$/;

/**
 * Returns a payment's outcome to its buyer, after storing it as the webhook would: `paid` means that the plan is
 * active.
 *
 * @throws Failure `not-found` if the session isn't the caller's, or sold something else; `payments-unavailable`
 */
export async function verifyCheckoutSession(
  services: Services,
  caller: Caller,
  sessionId: string,
): Promise<CallData<typeof call>> {
  const session = SESSION_ID.test(sessionId) ? await findCheckoutSession(services, sessionId) : undefined;
  if (session === undefined) throw new Failure('not-found');
  const sale = await reconcileCheckoutSession(services, session);
  if (!sale.isOurs || !(isNamedIn(session, caller) || (await hasClaimed(services, caller, session)))) {
    throw new Failure('not-found');
  }
  const isUndone = session.payment_status === 'paid' && !(await isStandard(services.database, caller.userId));
  return {
    paymentStatus: isUndone ? (sale.status ?? 'unpaid') : session.payment_status,
    amountTotal: session.amount_total,
    url: session.url,
  };
}

/** Whether the site opened the session for the caller. */
function isNamedIn(session: Stripe.Checkout.Session, { userId, customerId }: Caller): boolean {
  return session.client_reference_id === userId || (customerId !== null && idOf(session.customer) === customerId);
}

/** Whether the caller got what a payment link sold, for example through the address that was typed there. */
async function hasClaimed(
  { database }: Services,
  { userId }: Caller,
  { id }: Stripe.Checkout.Session,
): Promise<boolean> {
  const found = await database
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.id, id), eq(purchases.userId, userId)));
  return found.length > 0;
}
