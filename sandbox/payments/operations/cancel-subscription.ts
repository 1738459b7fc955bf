import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { hasEnded, periodEnd, type Subscription } from '../resources/subscription.ts';

/** Ends a subscription immediately. */
export function cancelSubscription(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const now = account.now();
  account.change(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details, reason },
    ended_at: now,
    status: 'canceled',
  });
  account.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/** When and how a subscription ends: `cancel_at` in seconds since 1970. */
export type Cancellation = Pick<Subscription, 'cancel_at' | 'cancel_at_period_end'>;

/** The fields of a subscription that say whether it will end. */
export function planCancellation(account: Account, { cancel_at, cancel_at_period_end }: Cancellation) {
  const ends = cancel_at !== null;
  const details = {
    comment: null,
    feedback: null,
    reason: ends ? 'cancellation_requested' : null,
    feedback_option: null,
  };
  return {
    cancel_at,
    cancel_at_period_end,
    canceled_at: ends ? account.now() : null,
    cancellation_details: details,
  };
}

/**
 * Cancels in the portal. For `period-end`, sets `cancel_at` and leaves `cancel_at_period_end` false, as the real portal
 * does with subscriptions in flexible billing mode.
 *
 * @throws {ApiError} if it has ended
 */
export function cancelInPortal(account: Account, subscription: Subscription, when: 'now' | 'period-end'): void {
  refuseEnded(subscription);
  if (when === 'now') {
    cancelSubscription(account, subscription, 'cancellation_requested');
    return;
  }
  update(account, subscription, { cancel_at: periodEnd(subscription), cancel_at_period_end: false });
}

/**
 * Revokes a cancellation that has not taken effect yet.
 *
 * @throws {ApiError} if it has ended
 */
export function resumeSubscription(account: Account, subscription: Subscription): void {
  refuseEnded(subscription);
  update(account, subscription, { cancel_at: null, cancel_at_period_end: false });
}

function update(account: Account, subscription: Subscription, cancellation: Cancellation): void {
  const before = account.change(subscription, planCancellation(account, cancellation));
  account.emit('customer.subscription.updated', subscription, before);
}

/** @throws {ApiError} if the subscription has ended */
export function refuseEnded(subscription: Subscription): void {
  if (hasEnded(subscription)) throw invalid(`This subscription is ${subscription.status}.`);
}
