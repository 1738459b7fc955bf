import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import type { CheckoutSession } from '../resources/checkout-session.ts';

/**
 * Ends an open session without a payment.
 *
 * @throws {ApiError} if it isn't open
 */
export function expireCheckout(account: Account, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  account.change(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
  return session;
}
