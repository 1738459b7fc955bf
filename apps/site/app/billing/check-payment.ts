import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';

/** What became of a checkout: paid, with the amount in cents where it is known, or why not. */
export type CheckoutOutcome = { isPaid: true; amount: number | null } | { isPaid: false; message: string };

/** Asks what became of a checkout. Never throws. */
export async function checkPayment(sessionId: string | null): Promise<CheckoutOutcome> {
  if (!sessionId) return { isPaid: false, message: MESSAGES.noCheckoutSession };
  try {
    const { paymentStatus, amountTotal } = await callApi('verifyCheckoutSession', { body: { sessionId } });
    if (paymentStatus === 'paid') return { isPaid: true, amount: amountTotal ?? null };
    return { isPaid: false, message: paymentStatus === '' ? MESSAGES.fallback : MESSAGES.paymentStatus(paymentStatus) };
  } catch (error) {
    console.error(error);
    return { isPaid: false, message: MESSAGES.paymentCheckFailed };
  }
}
