import type { Account } from '../account.ts';
import type { Customer } from '../resources/customer.ts';
import { hasEnded } from '../resources/subscription.ts';
import { cancelSubscription } from './cancel-subscription.ts';

/** Deletes a customer for good and ends its subscriptions. */
export function deleteCustomer(account: Account, customer: Customer): void {
  for (const subscription of account.all('subscription')) {
    if (subscription.customer === customer.id && !hasEnded(subscription)) {
      cancelSubscription(account, subscription, 'cancellation_requested');
    }
  }
  account.change(customer, { deleted: true });
  account.emit('customer.deleted', customer);
}
