import type Stripe from 'stripe';
import type { Services } from '../services.ts';
import { findPaymentLink } from './payment-link.ts';
import { findAtProvider, idOf } from './payment-provider.ts';
import { reconcilePurchase } from './reconcile-purchase.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

/** What a checkout session sold. `status` is that of its payment; undefined if nothing has been paid yet. */
export type Sale = { isOurs: false } | { isOurs: true; status: string | undefined };

const FOREIGN: Sale = { isOurs: false };

/** Finds a checkout session; undefined if it doesn't exist. Throws as `askProvider` does. */
export function findCheckoutSession(services: Services, id: string): Promise<Stripe.Checkout.Session | undefined> {
  return findAtProvider(services, (stripe) => stripe.checkout.sessions.retrieve(id));
}

/**
 * Stores the outcome of a checkout session if it sold the Standard plan: our price, or our payment link. Throws as
 * `askProvider` does.
 */
export async function reconcileCheckoutSession(services: Services, session: Stripe.Checkout.Session): Promise<Sale> {
  if (session.mode === 'subscription') return reconcileSubscriptionSale(services, session);
  const link = idOf(session.payment_link);
  if (link === null || link !== (await findPaymentLink(services))) return FOREIGN;
  const isComplete = session.status === 'complete';
  return { isOurs: true, status: isComplete ? await reconcilePurchase(services, session) : undefined };
}

async function reconcileSubscriptionSale(services: Services, session: Stripe.Checkout.Session): Promise<Sale> {
  const subscriptionId = idOf(session.subscription);
  // Not completed yet. Sessions that we didn't open ourselves are told apart once they are.
  if (subscriptionId === null) return { isOurs: true, status: undefined };
  const status = await reconcileSubscription(services, subscriptionId);
  return status === undefined ? FOREIGN : { isOurs: true, status };
}
