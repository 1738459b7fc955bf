import type Stripe from 'stripe';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { askProvider } from './payment-provider.ts';

const PAGE = 100;
/** A payment link's id never changes. */
const FOUND = new WeakMap<Stripe, string>();

/**
 * Finds the id of the payment link whose URL is `PAYMENT_LINK`: the one that sells our license.
 *
 * @throws Failure `payments-unavailable`, also if the provider has no such link: then our payments can't be told from
 *   others, and all wait until the setting is corrected. Otherwise as `askProvider`.
 */
export async function findPaymentLink(services: Services): Promise<string> {
  return askProvider(services, async (stripe) => {
    const id = FOUND.get(stripe) ?? (await searchLink(stripe, services.config.payments?.paymentLink));
    if (id === undefined) {
      const cause = new Error('PAYMENT_LINK does not belong to the account of STRIPE_SECRET_KEY.');
      throw new Failure('payments-unavailable', { cause });
    }
    FOUND.set(stripe, id);
    return id;
  });
}

async function searchLink(stripe: Stripe, address: string | undefined): Promise<string | undefined> {
  if (address === undefined) return undefined;
  for await (const { id, url } of stripe.paymentLinks.list({ limit: PAGE })) {
    if (plain(url) === plain(address)) return id;
  }
  return undefined;
}

/** Strips the query and trailing slashes. */
function plain(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
