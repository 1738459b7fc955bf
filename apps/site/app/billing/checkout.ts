import { callApi } from '../api/api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { BILLING_MESSAGES } from './billing-messages.ts';

/** Where a plan is paid. Throws what the call throws, and an Error if the answer names no address. */
export function findCheckoutPage(priceId: string): Promise<string> {
  return readUrl(callApi('createCheckoutSession', { body: { priceId } }), BILLING_MESSAGES.noCheckoutUrl);
}

/** Where a subscription is managed. Throws as `findCheckoutPage` does. */
export function findPortalPage(): Promise<string> {
  return readUrl(callApi('createPortalSession', {}), BILLING_MESSAGES.noPortalUrl);
}

async function readUrl(answer: Promise<{ url: string }>, messageWithout: string): Promise<string> {
  const { url } = await answer.catch((cause: unknown) => {
    throw cause instanceof InvalidAnswerError ? new Error(messageWithout, { cause }) : cause;
  });
  if (url === '') throw new Error(messageWithout);
  return url;
}
