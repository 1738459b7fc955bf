import { callApi } from '../api/api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { BILLING_MESSAGES } from './billing-messages.ts';

/** Returns the URL of the checkout page. Rejects with the call's error, or with an Error if the response has no URL. */
export function findCheckoutPage(priceId: string): Promise<string> {
  return readUrl(callApi('createCheckoutSession', { body: { priceId } }), BILLING_MESSAGES.noCheckoutUrl);
}

/** Returns the URL of the subscription portal. Rejects like `findCheckoutPage`. */
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
