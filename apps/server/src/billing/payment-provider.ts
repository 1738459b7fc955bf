import Stripe from 'stripe';
import type { PaymentsConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';

const TIMEOUT_MS = 8_000;
/**
 * All retries use the same idempotency key, which the library makes for every POST without one: so nothing is done
 * twice.
 */
const MAX_RETRIES = 2;

/** Creates the payment provider's client. Nothing is sent before the first call. */
export function createPaymentProvider({ apiBase, secretKey }: PaymentsConfig): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(apiBase === undefined ? {} : addressOf(new URL(apiBase))),
  });
}

function addressOf({ protocol, hostname, port }: URL) {
  return {
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

/** An error from the provider, without its own message, which may quote addresses. */
export class PaymentProviderError extends Error {
  constructor(error: Stripe.errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    super([type, code, statusCode, requestId].filter((part) => part !== undefined).join(' '));
    this.name = 'PaymentProviderError';
  }
}

type PaymentServices = Pick<Services, 'payments'>;

/**
 * Asks the payment provider.
 *
 * @throws Failure `payments-unavailable` if it isn't configured, can't be reached, is busy or refuses our key;
 *   PaymentProviderError if it refuses the request
 */
export async function askProvider<T>({ payments }: PaymentServices, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  if (payments === undefined) throw new Failure('payments-unavailable');
  try {
    return await ask(payments);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const cause = new PaymentProviderError(error);
    throw isUnavailable(error) ? new Failure('payments-unavailable', { cause }) : cause;
  }
}

/**
 * Asks for something that may not exist, or no longer does. Resolves with undefined in that case. Throws as
 * `askProvider` does.
 */
export async function findAtProvider<T>(
  services: PaymentServices,
  ask: (stripe: Stripe) => Promise<T>,
): Promise<T | undefined> {
  return askProvider(services, async (stripe) => {
    try {
      return await ask(stripe);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  });
}

const REFUSED_KEY = [401, 403];
const TOO_MANY = 429;

function isUnavailable(error: Stripe.errors.StripeError): boolean {
  const { statusCode } = error;
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  return statusCode !== undefined && (statusCode >= 500 || statusCode === TOO_MANY || REFUSED_KEY.includes(statusCode));
}

/** Returns the id of an object that the provider gives as an id or, on request, in full. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** Converts the provider's timestamps, which are in seconds since 1970. */
export function timeOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}
