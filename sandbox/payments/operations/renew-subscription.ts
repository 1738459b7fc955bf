import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { monthAfter, type Subscription } from '../resources/subscription.ts';
import { cancelSubscription, refuseEnded } from './cancel-subscription.ts';
import { invoicePeriod, payInvoice } from './pay-invoice.ts';

/**
 * Ends the current period now: a subscription due to end with it ends, any other enters its next month, which is
 * paid or not.
 *
 * @throws {ApiError} if no period is running
 */
export function endPeriod(account: Account, subscription: Subscription, result: 'succeeded' | 'failed'): void {
  refuseEnded(subscription);
  if (subscription.status === 'incomplete') throw invalid('The first payment of this subscription is pending.');
  if (subscription.cancel_at !== null) {
    cancelSubscription(account, subscription, 'cancellation_requested');
    return;
  }
  const now = account.now();
  const { items } = subscription;
  const period = { current_period_start: now, current_period_end: monthAfter(now) };
  const changed = account.change(subscription, {
    items: { ...items, data: items.data.map((item) => ({ ...item, ...period })) },
  });
  invoicePeriod(account, subscription, 'subscription_cycle', result);
  const before = { ...changed, ...account.change(subscription, { status: statusAfter(subscription, result) }) };
  account.emit('customer.subscription.updated', subscription, before);
}

/**
 * Retries the payment of the latest period.
 *
 * @throws {ApiError} if it is already paid
 */
export function retryPayment(account: Account, subscription: Subscription, result: 'succeeded' | 'failed'): void {
  refuseEnded(subscription);
  const invoice = account.find('invoice', subscription.latest_invoice);
  if (invoice?.status !== 'open' || subscription.status === 'incomplete') {
    throw invalid('No payment of this subscription is overdue.');
  }
  payInvoice(account, invoice, account.get('customer', subscription.customer), result);
  const before = account.change(subscription, { status: statusAfter(subscription, result) });
  if (Object.keys(before).length > 0) account.emit('customer.subscription.updated', subscription, before);
}

/**
 * Gives up on an overdue payment.
 *
 * @throws {ApiError} if none is overdue
 */
export function stopRetrying(account: Account, subscription: Subscription, end: 'canceled' | 'unpaid'): void {
  if (subscription.status !== 'past_due') throw invalid('No payment of this subscription is overdue.');
  if (end === 'canceled') {
    cancelSubscription(account, subscription, 'payment_failed');
    return;
  }
  account.emit('customer.subscription.updated', subscription, account.change(subscription, { status: end }));
}

function statusAfter({ status }: Subscription, result: 'succeeded' | 'failed'): Subscription['status'] {
  if (result === 'succeeded') return 'active';
  return status === 'unpaid' ? 'unpaid' : 'past_due';
}
