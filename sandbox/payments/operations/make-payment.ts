import type { Account } from '../account.ts';
import { type Charge, newCharge, type PaymentError, type PaymentIntent } from '../resources/payment.ts';

/** The result of an attempt to pay; a pending payment settles days later. */
export type PaymentResult = Charge['status'];

export const DECLINED: PaymentError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const INTENT_STATUS = {
  succeeded: 'succeeded',
  pending: 'processing',
  failed: 'requires_payment_method',
} as const;
const INTENT_EVENT = { succeeded: 'succeeded', pending: 'processing', failed: 'payment_failed' } as const;

/** Attempts a payment, with the requested result. */
export function makePayment(
  account: Account,
  intent: PaymentIntent,
  buyer: { email: string | null; name: string | null },
  result: PaymentResult,
): Charge {
  const charge = account.add(
    newCharge(intent, {
      created: account.now(),
      status: result,
      buyer,
      error: result === 'failed' ? DECLINED : undefined,
      receiptUrl: (id) => account.page(`receipt/${id}`),
    }),
  );
  account.change(intent, { latest_charge: charge.id, payment_method: charge.payment_method });
  account.emit(`charge.${result}`, charge);
  concludeIntent(account, intent, result);
  return charge;
}

/** Settles a pending payment. */
export function settlePayment(account: Account, intent: PaymentIntent, result: 'succeeded' | 'failed'): void {
  const charge = account.find('charge', intent.latest_charge);
  if (charge !== undefined) {
    const done: Partial<Charge> =
      result === 'succeeded'
        ? { status: result, paid: true, receipt_url: account.page(`receipt/${charge.id}`) }
        : { status: result, captured: false, amount_captured: 0, failure_code: DECLINED.code };
    account.change(charge, done);
    account.emit(`charge.${result}`, charge);
  }
  concludeIntent(account, intent, result);
}

function concludeIntent(account: Account, intent: PaymentIntent, result: PaymentResult): void {
  account.change(intent, {
    amount_received: result === 'succeeded' ? intent.amount : 0,
    last_payment_error: result === 'failed' ? DECLINED : null,
    status: INTENT_STATUS[result],
  });
  account.emit(`payment_intent.${INTENT_EVENT[result]}`, intent);
}
