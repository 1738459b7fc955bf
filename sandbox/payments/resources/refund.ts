import { randomId } from '../../random-id.ts';
import type { Metadata } from './metadata.ts';
import type { Charge } from './payment.ts';

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  customer: string | null;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded';
}

/** A new refund; `amount` is in the smallest unit of the currency. */
export function newRefund(charge: Charge, fields: Pick<Refund, 'created' | 'amount' | 'reason' | 'metadata'>): Refund {
  return {
    ...UNUSED_FIELDS,
    ...fields,
    id: randomId('re'),
    object: 'refund',
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  };
}

const UNUSED_FIELDS = {
  balance_transaction: null,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};
