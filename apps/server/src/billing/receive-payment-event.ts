import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { paymentEventSchema } from './payment-events.ts';
import { recordPaymentEvent } from './record-payment-event.ts';

/** How old a signature may be. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Takes in what the provider's webhook brought.
 *
 * @param body the bytes as they came: the signature is over them
 * @throws Failure `invalid-signature`; `payments-unavailable` if there is no secret to check it by
 */
export async function receivePaymentEvent(
  services: Services,
  body: Uint8Array,
  signature: string | string[] | undefined,
): Promise<void> {
  const event = paymentEventSchema.safeParse(readEvent(services, body, signature));
  // Signed, but of another shape: nothing that is known here.
  if (event.success) await recordPaymentEvent(services, event.data);
}

function readEvent({ payments, config, clock }: Services, body: Uint8Array, signature: string | string[] | undefined) {
  if (payments === undefined || config.payments === undefined) throw new Failure('payments-unavailable');
  if (typeof signature !== 'string') throw new Failure('invalid-signature');
  const now = clock.now().getTime();
  for (const secret of config.payments.webhookSecrets) {
    try {
      return payments.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
    } catch {
      // Over some headers that the provider never writes the library stumbles with other errors than its own.
    }
  }
  throw new Failure('invalid-signature');
}
