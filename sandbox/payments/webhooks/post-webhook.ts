import type { Clock } from '../../clock.ts';
import { LIMITS } from '../limits.ts';

/**
 * Posts a webhook once.
 *
 * @param ended aborted when the response no longer matters
 * @returns the status of the response, or why there was none
 */
export async function postWebhook(
  clock: Clock,
  url: string,
  body: string,
  signature: string,
  ended: AbortSignal,
): Promise<number | string> {
  const late = new AbortController();
  const calmDown = clock.schedule(LIMITS.webhookTimeoutMs, () => late.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, ended]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return late.signal.aborted ? 'no answer in time' : 'no connection';
  } finally {
    calmDown();
  }
}
