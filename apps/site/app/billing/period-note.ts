import type { SiteUser } from '../api/response-parsers.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** What comes after the time that a subscription has paid for, if there is something to say. */
export function periodNote(subscription: SiteUser['subscription']): string | undefined {
  if (!subscription?.currentPeriodEnd) return undefined;
  const end = dateFormat.format(new Date(subscription.currentPeriodEnd));
  return subscription.cancelAtPeriodEnd ? `Ends on ${end}.` : `Renews on ${end}.`;
}
