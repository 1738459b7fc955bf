import type Stripe from 'stripe';
import { addMs, MINUTE_MS } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { type Buyer, currentAttempt, ensureCustomer } from './ensure-customer.ts';
import { isStandard } from './is-standard.ts';
import { askProvider, timeOf } from './payment-provider.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

/** How long a page must still be open to be reused. */
const MIN_OPEN_MS = 10 * MINUTE_MS;
const PAGE = 100;

/**
 * Resolves with the URL of the provider's page on which a user subscribes. A page that is open is reused, so that two
 * tabs don't pay twice.
 *
 * @throws Failure `unknown-price`, `already-standard`, `payments-unavailable`
 */
export async function createCheckoutSession(services: Services, buyer: Buyer, priceId: string): Promise<string> {
  const { payments } = services.config;
  if (payments === undefined) throw new Failure('payments-unavailable');
  if (priceId !== payments.standardPriceId) throw new Failure('unknown-price');
  await refuseStandard(services, buyer);
  const customer = await ensureCustomer(services, buyer);
  await refuseSubscribed(services, buyer, customer);
  const { url } = await openSession(services, { buyer, customer, priceId });
  // Only sessions embedded elsewhere have none.
  if (url === null) throw new Failure('payments-unavailable');
  return url;
}

async function refuseStandard({ database }: Services, { userId }: Buyer): Promise<void> {
  if (await isStandard(database, userId)) throw new Failure('already-standard');
}

/** Refuses those who have just subscribed: the provider knows of a payment before we do. */
async function refuseSubscribed(services: Services, buyer: Buyer, customer: string): Promise<void> {
  const { data: subscriptions } = await askProvider(services, (stripe) =>
    stripe.subscriptions.list({ customer, limit: PAGE }),
  );
  const statuses: (string | undefined)[] = [];
  for (const { id } of subscriptions) statuses.push(await reconcileSubscription(services, id));
  await refuseStandard(services, buyer);
  if (statuses.includes('incomplete')) {
    throw new Failure('already-standard', {
      messages: ["Your payment is on its way. You'll be on the Standard plan as soon as it arrives."],
    });
  }
}

interface Checkout {
  buyer: Buyer;
  customer: string;
  priceId: string;
}

async function openSession(services: Services, checkout: Checkout): Promise<Stripe.Checkout.Session> {
  const { customer } = checkout;
  const {
    data: [latest],
  } = await askProvider(services, (stripe) => stripe.checkout.sessions.list({ customer, limit: 1 }));
  return latest !== undefined && canBeUsedAgain(services, latest, checkout)
    ? latest
    : createSession(services, checkout, latest);
}

function canBeUsedAgain({ clock, config }: Services, session: Stripe.Checkout.Session, { priceId }: Checkout): boolean {
  const { priceId: paid } = session.metadata ?? {};
  return (
    session.status === 'open' &&
    paid === priceId &&
    session.success_url === successUrl(config.siteUrl) &&
    timeOf(session.expires_at) > addMs(clock.now(), MIN_OPEN_MS)
  );
}

function createSession(
  services: Services,
  { buyer, customer, priceId }: Checkout,
  latest: Stripe.Checkout.Session | undefined,
): Promise<Stripe.Checkout.Session> {
  const { siteUrl } = services.config;
  // Simultaneous calls open one session; once that has ended, the next call opens another.
  const idempotencyKey = `checkout-${customer}-${priceId}-${latest?.id ?? 'first'}-${currentAttempt(services)}`;
  return askProvider(services, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: buyer.userId,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata: { priceId },
        success_url: successUrl(siteUrl),
        cancel_url: `${siteUrl}/checkout/cancelled`,
      },
      { idempotencyKey },
    ),
  );
}

/** The provider fills in the session's id. */
function successUrl(siteUrl: string): string {
  return `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`;
}
