import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { recordPaymentEvent } from './record-payment-event.ts';

/** How old a signature may be. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Handles what the provider's webhook delivered.
 *
 * @param body the bytes as received: the signature covers them
 * @throws Failure `invalid-signature`; `payments-unavailable` if there is no secret to check it with
 */
export async function receivePaymentEvent(
  services: Services,
  body: Uint8Array,
  signature: string | string[] | undefined,
): Promise<void> {
  await recordPaymentEvent(services, readEvent(services, body, signature));
}

function readEvent({ payments, config, clock }: Services, body: Uint8Array, signature: string | string[] | undefined) {
  if (payments === undefined || config.payments === undefined) throw new Failure('payments-unavailable');
  if (typeof signature !== 'string') throw new Failure('invalid-signature');
  const now = clock.now().getTime();
  for (const secret of config.payments.webhookSecrets) {
    try {
      return payments.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
    } catch {
      // Some headers that the provider never sends make the library fail with errors other than its own.
    }
  }
  throw new Failure('invalid-signature');
}
