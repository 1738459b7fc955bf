import { randomId } from '../../random-id.ts';
import { LIMITS } from '../limits.ts';
import type { Metadata } from './metadata.ts';
import type { Charge } from './payment.ts';

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  is_charge_refundable: boolean;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'won' | 'lost';
}

/** A new dispute about a charge. */
export function newDispute(charge: Charge, created: number, reason: string): Dispute {
  return {
    ...UNUSED_FIELDS,
    ...{
      evidence_details: {
        due_by: created + LIMITS.disputeSeconds,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
    },
    id: randomId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created,
    currency: charge.currency,
    is_charge_refundable: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
}

const UNUSED_FIELDS = {
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: { enhanced_evidence: {} },
  intended_submission_method: null,
  livemode: false,
};
