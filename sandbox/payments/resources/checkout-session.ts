import { randomId } from '../../random-id.ts';
import type { Metadata } from './metadata.ts';

export interface CustomerDetails {
  email: string | null;
  name: string | null;
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  allow_promotion_codes: boolean | null;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer: string | null;
  customer_creation: 'always' | 'if_required' | null;
  customer_details: CustomerDetails | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  metadata: Metadata;
  mode: 'payment' | 'subscription';
  payment_intent: string | null;
  payment_link: string | null;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  url: string | null;
}

export type CheckoutSessionFields = Pick<
  CheckoutSession,
  | 'amount_total'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer'
  | 'customer_creation'
  | 'expires_at'
  | 'metadata'
  | 'mode'
  | 'success_url'
> &
  Partial<
    Pick<
      CheckoutSession,
      'allow_promotion_codes' | 'cancel_url' | 'customer_details' | 'customer_email' | 'payment_link'
    >
  >;

/** A new, open session; `pageUrl` returns its page's URL, given its id. */
export function newCheckoutSession(fields: CheckoutSessionFields, pageUrl: (id: string) => string): CheckoutSession {
  const id = randomId('cs_test');
  return {
    ...UNUSED_FIELDS,
    ...{ amount_subtotal: fields.amount_total },
    allow_promotion_codes: null,
    cancel_url: null,
    customer_details: null,
    customer_email: null,
    payment_link: null,
    ...fields,
    id,
    object: 'checkout.session',
    invoice: null,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    url: pageUrl(id),
  };
}

/** What is known about the buyer. */
export function newCustomerDetails(email: string | null, name: string | null = null): CustomerDetails {
  return {
    email,
    name,
    ...{ address: null, business_name: null, individual_name: null, phone: null, tax_exempt: 'none', tax_ids: [] },
  };
}

const UNUSED_FIELDS = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
};
