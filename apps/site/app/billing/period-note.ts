import type { SiteUser } from '../api/response-parsers.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Returns when the subscription renews or ends; undefined without a period end. */
export function periodNote(subscription: SiteUser['subscription']): string | undefined {
  if (!subscription?.currentPeriodEnd) return undefined;
  const end = dateFormat.format(new Date(subscription.currentPeriodEnd));
  return subscription.cancelAtPeriodEnd ? `Ends on ${end}.` : `Renews on ${end}.`;
}
