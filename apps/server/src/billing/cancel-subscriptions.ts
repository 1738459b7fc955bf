import type { JobPayloads } from '../jobs/queues.ts';
import type { Services } from '../services.ts';
import { findAtProvider } from './payment-provider.ts';

const PAGE = 100;

/**
 * Ends whatever a deleted account could still be charged for, then deletes its customer, and with it the address, at
 * the provider. What is already done is skipped. Throws as `askProvider` does.
 */
export async function cancelSubscriptions(
  services: Services,
  { customerId: customer }: JobPayloads['cancel-subscriptions'],
): Promise<void> {
  const sessions = await findAtProvider(services, (stripe) =>
    stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE }),
  );
  for (const { id } of sessions?.data ?? []) {
    await findAtProvider(services, (stripe) => stripe.checkout.sessions.expire(id));
  }
  // Those that have ended aren't listed.
  const subscriptions = await findAtProvider(services, (stripe) =>
    stripe.subscriptions.list({ customer, limit: PAGE }),
  );
  for (const { id } of subscriptions?.data ?? []) {
    await findAtProvider(services, (stripe) => stripe.subscriptions.cancel(id));
  }
  await findAtProvider(services, (stripe) => stripe.customers.del(customer));
}
