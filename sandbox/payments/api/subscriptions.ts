import { z } from 'zod';
import type { Account } from '../account.ts';
import { invalid, noSuch } from '../api-error.ts';
import { type Cancellation, cancelSubscription, planCancellation } from '../operations/cancel-subscription.ts';
import { changeMetadata } from '../resources/metadata.ts';
import { hasEnded, periodEnd, type Subscription } from '../resources/subscription.ts';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import {
  boolean,
  integer,
  isWithin,
  metadata,
  page,
  type parametersOf,
  range,
  text,
  unsettable,
} from './parameters.ts';

const STATUSES = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'] as const;
const cancellation_details = z
  .strictObject({ comment: unsettable.optional(), feedback: unsettable.optional() })
  .optional();

const CHANGES = {
  cancel_at: z.union([z.literal(''), z.enum(['min_period_end', 'max_period_end']), integer]).optional(),
  cancel_at_period_end: boolean.optional(),
  cancellation_details,
  description: unsettable.optional(),
  metadata: metadata.optional(),
};

type Changes = z.output<ReturnType<typeof parametersOf<typeof CHANGES>>>;

/** `/v1/subscriptions` */
export function addSubscriptions(api: Api): void {
  const { account } = api;
  const filters = {
    created: range.optional(),
    customer: text.optional(),
    price: text.optional(),
    status: z.enum(['all', 'ended', ...STATUSES]).optional(),
  };
  api.get('subscriptions', { ...filters, ...page }, ({ params }) => {
    if (params.customer !== undefined) account.get('customer', params.customer, 'customer');
    if (params.price !== undefined) account.get('price', params.price, 'price');
    const found = account
      .all('subscription')
      .filter((subscription) => (params.customer ?? subscription.customer) === subscription.customer)
      .filter(({ items }) => params.price === undefined || items.data.some(({ price }) => price.id === params.price))
      .filter((subscription) => isAsked(subscription, params.status))
      .filter(({ created }) => isWithin(created, params.created));
    return listPage(found, '/v1/subscriptions', params);
  });

  api.get('subscriptions/:id', {}, ({ id }) => account.get('subscription', id));

  api.post('subscriptions/:id', CHANGES, ({ id, params }) => {
    const subscription = account.get('subscription', id);
    const before = account.change(subscription, changesOf(account, subscription, params));
    if (Object.keys(before).length > 0) account.emit('customer.subscription.updated', subscription, before);
    return subscription;
  });

  const howToCancel = { cancellation_details, invoice_now: boolean.optional(), prorate: boolean.optional() };
  api.delete('subscriptions/:id', howToCancel, ({ id, params }) => {
    const subscription = account.get('subscription', id);
    if (hasEnded(subscription)) throw noSuch('subscription', id);
    account.change(subscription, {
      cancellation_details: explained(subscription.cancellation_details, params.cancellation_details),
    });
    return cancelSubscription(account, subscription, 'cancellation_requested');
  });
}

function isAsked({ status }: Subscription, asked: string | undefined): boolean {
  if (asked === 'all') return true;
  if (asked === undefined) return status !== 'canceled';
  if (asked === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === asked;
}

function changesOf(account: Account, subscription: Subscription, params: Changes): Partial<Subscription> {
  const cancellation = cancellationOf(account, subscription, params);
  if (hasEnded(subscription) && (cancellation !== undefined || params.description !== undefined)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const plan = cancellation === undefined ? subscription : planCancellation(account, cancellation);
  return {
    cancel_at: plan.cancel_at,
    cancel_at_period_end: plan.cancel_at_period_end,
    canceled_at: plan.canceled_at,
    cancellation_details: explained(plan.cancellation_details, params.cancellation_details),
    metadata: changeMetadata(subscription.metadata, params.metadata),
    ...(params.description === undefined ? {} : { description: params.description || null }),
  };
}

type Details = Subscription['cancellation_details'];

/** Why a subscription ends, including the request's details. */
function explained(details: Details, { comment, feedback }: z.output<typeof cancellation_details> = {}): Details {
  return {
    ...details,
    comment: comment === undefined ? details.comment : comment || null,
    feedback: feedback === undefined ? details.feedback : feedback || null,
  };
}

function cancellationOf(account: Account, subscription: Subscription, params: Changes): Cancellation | undefined {
  const { cancel_at, cancel_at_period_end } = params;
  if (cancel_at !== undefined && cancel_at_period_end !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      undefined,
      'cancel_at',
    );
  }
  const end = periodEnd(subscription);
  if (cancel_at_period_end !== undefined) return { cancel_at: cancel_at_period_end ? end : null, cancel_at_period_end };
  if (cancel_at === undefined) return undefined;
  if (cancel_at === '') return { cancel_at: null, cancel_at_period_end: false };
  if (typeof cancel_at === 'string') return { cancel_at: end, cancel_at_period_end: false };
  if (cancel_at <= account.now()) throw invalid('The timestamp must be in the future.', undefined, 'cancel_at');
  return { cancel_at, cancel_at_period_end: false };
}
