import { randomId } from '../../random-id.ts';
import type { Metadata } from './metadata.ts';

export interface Product {
  id: string;
  object: 'product';
  active: boolean;
  created: number;
  default_price: string | null;
  name: string;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  created: number;
  currency: string;
  metadata: Metadata;
  product: string;
  recurring: { interval: 'month'; interval_count: number; usage_type: 'licensed' } | null;
  type: 'recurring' | 'one_time';
  unit_amount: number;
}

export interface PaymentLink {
  id: string;
  object: 'payment_link';
  active: boolean;
  after_completion: { type: 'redirect'; redirect: { url: string } };
  currency: string;
  metadata: Metadata;
  url: string;
}

/** What is bought in a checkout session or by a payment link, and its quantity. */
export interface LineItem {
  id: string;
  object: 'item';
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
}

/** A new product; `created` is in seconds since 1970. */
export function newProduct(id: string, created: number, name: string, defaultPrice: string): Product {
  return {
    id,
    object: 'product',
    active: true,
    created,
    default_price: defaultPrice,
    name,
    ...{
      description: null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: {},
      package_dimensions: null,
      shippable: null,
      statement_descriptor: null,
      tax_code: null,
      tax_details: null,
      type: 'service',
      unit_label: null,
      updated: created,
      url: null,
    },
  };
}

export interface PriceFields {
  id: string;
  created: number;
  currency: string;
  product: string;
  unitAmount: number;
  monthly: boolean;
}

/** A new price, monthly or one-time. `unitAmount` is in the smallest unit of the currency. */
export function newPrice({ id, created, currency, product, unitAmount, monthly }: PriceFields): Price {
  const recurring = {
    interval: 'month' as const,
    interval_count: 1,
    usage_type: 'licensed' as const,
    meter: null,
    trial_period_days: null,
  };
  return {
    id,
    object: 'price',
    active: true,
    created,
    currency,
    metadata: {},
    product,
    recurring: monthly ? recurring : null,
    type: monthly ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    ...{
      billing_scheme: 'per_unit',
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      nickname: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      unit_amount_decimal: String(unitAmount),
    },
  };
}

/** A new payment link that sends the buyer to `redirectUrl` at the end. */
export function newPaymentLink(id: string, currency: string, url: string, redirectUrl: string): PaymentLink {
  return {
    id,
    object: 'payment_link',
    active: true,
    after_completion: { type: 'redirect', redirect: { url: redirectUrl } },
    currency,
    metadata: {},
    url,
    ...UNUSED_LINK_FIELDS,
  };
}

/** A line item without discounts or taxes. */
export function newLineItem(price: Price, description: string, quantity: number): LineItem {
  const amount = price.unit_amount * quantity;
  return {
    id: randomId('li'),
    object: 'item',
    amount_total: amount,
    currency: price.currency,
    description,
    price,
    quantity,
    ...{ adjustable_quantity: null, amount_discount: 0, amount_subtotal: amount, amount_tax: 0, metadata: null },
  };
}

const UNUSED_LINK_FIELDS = {
  allow_promotion_codes: false,
  application: null,
  application_fee_amount: null,
  application_fee_percent: null,
  automatic_tax: { enabled: false, liability: null },
  billing_address_collection: 'auto',
  consent_collection: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_creation: 'if_required',
  inactive_message: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_intent_data: null,
  payment_method_collection: 'always',
  payment_method_options: null,
  payment_method_types: null,
  phone_number_collection: { enabled: false },
  restrictions: null,
  shipping_address_collection: null,
  shipping_options: [],
  submit_type: 'auto',
  subscription_data: null,
  tax_id_collection: { enabled: false, required: 'never' },
  transfer_data: null,
};
