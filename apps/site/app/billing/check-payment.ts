import { callApi } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { MESSAGES } from '../api/messages.ts';
import { BILLING_MESSAGES } from './billing-messages.ts';

/** Result of a checkout. */
export type CheckoutOutcome =
  /** `amount` in cents; null if unknown. */
  | { state: 'paid'; amount: number | null }
  /** `mayBeUnclaimed` if signed out: a visitor's license waits for the account with the address used. */
  | { state: 'failed'; message: string; mayBeUnclaimed?: boolean };

/** Fetches the outcome of a checkout. Never throws. */
export async function checkPayment(sessionId: string | null): Promise<CheckoutOutcome> {
  if (!sessionId) return { state: 'failed', message: BILLING_MESSAGES.noCheckoutSession };
  try {
    const { paymentStatus, amountTotal } = await callApi('verifyCheckoutSession', { body: { sessionId } });
    if (paymentStatus === 'paid') return { state: 'paid', amount: amountTotal ?? null };
    const message = paymentStatus === '' ? MESSAGES.fallback : BILLING_MESSAGES.paymentStatus(paymentStatus);
    return { state: 'failed', message };
  } catch (error) {
    const mayBeUnclaimed = error instanceof ApiError && error.status === 401;
    if (!mayBeUnclaimed) console.error(error);
    return { state: 'failed', message: BILLING_MESSAGES.paymentCheckFailed, mayBeUnclaimed };
  }
}
