import { randomId } from '../../random-id.ts';
import type { Price } from './catalog.ts';
import type { Metadata } from './metadata.ts';

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  created: number;
  currency: string;
  customer: string;
  description: string | null;
  ended_at: number | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: boolean; url: string };
  latest_invoice: string | null;
  metadata: Metadata;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'unpaid' | 'canceled';
}

export interface SubscriptionFields {
  created: number;
  customer: string;
  metadata: Metadata;
  description: string | null;
  status: Subscription['status'];
  lines: readonly { price: Price; quantity: number }[];
}

/** A subscription whose first month begins now. */
export function newSubscription({ created, lines, ...fields }: SubscriptionFields): Subscription {
  const id = randomId('sub');
  const period = { current_period_start: created, current_period_end: monthAfter(created) };
  return {
    ...UNUSED_FIELDS,
    ...{ billing_cycle_anchor: created, start_date: created },
    ...fields,
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null, ...{ feedback_option: null } },
    created,
    currency: lines[0]?.price.currency ?? 'usd',
    ended_at: null,
    items: {
      object: 'list',
      data: lines.map(({ price, quantity }) => newItem(id, created, period, price, quantity)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
  };
}

type Period = Pick<SubscriptionItem, 'current_period_start' | 'current_period_end'>;

function newItem(subscription: string, created: number, period: Period, price: Price, quantity: number) {
  return {
    id: randomId('si'),
    object: 'subscription_item' as const,
    created,
    ...period,
    price,
    quantity,
    subscription,
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    tax_rates: [],
  };
}

/** The price as a plan, the predecessor of prices, which subscription items still include. */
function planOf(price: Price) {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** The same day and time of the next month, or its last day. All in seconds since 1970. */
export function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** When the current period ends, in seconds since 1970. */
export function periodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** What a period costs, in the smallest unit of the currency. */
export function amountOf(subscription: Subscription): number {
  return subscription.items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
}

/** Whether it has ended for good. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

const UNUSED_FIELDS = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
  trial_start: null,
};
