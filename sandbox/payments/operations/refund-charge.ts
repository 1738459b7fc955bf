import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import type { Metadata } from '../resources/metadata.ts';
import type { Charge } from '../resources/payment.ts';
import { newRefund, type Refund } from '../resources/refund.ts';

export interface RefundRequest {
  /** In the smallest unit of the currency; by default all that is left. */
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Metadata | undefined;
}

/**
 * Refunds a charge.
 *
 * @throws {ApiError} if the amount exceeds what is left, or the charge wasn't paid or is disputed
 */
export function refundCharge(account: Account, charge: Charge, request: RefundRequest = {}): Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = request.amount ?? left;
  if (!charge.paid) throw invalid(`Charge ${charge.id} was not paid; it cannot be refunded.`, undefined, 'charge');
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  }
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    );
  }
  const refund = account.add(
    newRefund(charge, {
      created: account.now(),
      amount,
      reason: request.reason ?? null,
      metadata: request.metadata ?? {},
    }),
  );
  const refunded = charge.amount_refunded + amount;
  const before = account.change(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge, before);
  return refund;
}
