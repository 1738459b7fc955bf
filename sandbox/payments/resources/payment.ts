import { randomId } from '../../random-id.ts';
import type { Metadata } from './metadata.ts';

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  payment_method: string | null;
  receipt_email: string | null;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
}

export interface PaymentError {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  billing_details: { email: string | null; name: string | null };
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  receipt_url: string | null;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface PaymentIntentFields {
  amount: number;
  created: number;
  currency: string;
  customer: string | null;
  description?: string | null;
  metadata?: Metadata;
}

/** A payment that has not been attempted yet. `amount` is in the smallest unit of the currency. */
export function newPaymentIntent(fields: PaymentIntentFields): PaymentIntent {
  const id = randomId('pi');
  return {
    ...UNUSED_INTENT_FIELDS,
    ...{ client_secret: `${id}_secret_${randomId('x').slice(2)}` },
    description: null,
    metadata: {},
    ...fields,
    id,
    object: 'payment_intent',
    amount_received: 0,
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    receipt_email: null,
    status: 'requires_payment_method',
  };
}

export interface ChargeFields {
  created: number;
  status: Charge['status'];
  buyer: { email: string | null; name: string | null };
  error?: PaymentError | undefined;
  receiptUrl: (id: string) => string;
}

/** An attempt to make a payment. */
export function newCharge(intent: PaymentIntent, { created, status, buyer, error, receiptUrl }: ChargeFields): Charge {
  const id = randomId('ch');
  const captured = status !== 'failed';
  return {
    ...UNUSED_CHARGE_FIELDS,
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: { ...buyer, ...{ address: null, phone: null, tax_id: null } },
    captured,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    metadata: intent.metadata,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: randomId('pm'),
    receipt_url: status === 'succeeded' ? receiptUrl(id) : null,
    refunded: false,
    status,
  };
}

const UNUSED_INTENT_FIELDS = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

const UNUSED_CHARGE_FIELDS = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: 'SANDBOX',
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};
