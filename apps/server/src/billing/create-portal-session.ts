import type { Services } from '../services.ts';
import { type Buyer, ensureCustomer } from './ensure-customer.ts';
import { askProvider } from './payment-provider.ts';

/**
 * Resolves with the URL of the provider's page on which a user sees and cancels what was bought; also for license
 * holders.
 *
 * @throws Failure `payments-unavailable`
 */
export async function createPortalSession(services: Services, buyer: Buyer): Promise<string> {
  const customer = await ensureCustomer(services, buyer);
  const { url } = await askProvider(services, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${services.config.siteUrl}/app/billing` }),
  );
  return url;
}
