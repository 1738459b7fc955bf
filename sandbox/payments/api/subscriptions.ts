import { z } from 'zod';
import { noSuch } from '../api-error.ts';
import { cancelSubscription } from '../operations/cancel-subscription.ts';
import { hasEnded, type Subscription } from '../resources/subscription.ts';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { boolean, page, text, unsettable } from './parameters.ts';

const STATUSES = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'] as const;
const cancellation_details = z
  .strictObject({ comment: unsettable.optional(), feedback: unsettable.optional() })
  .optional();

/** `/v1/subscriptions` */
export function addSubscriptions(api: Api): void {
  const { account } = api;
  const filters = {
    customer: text.optional(),
    status: z.enum(['all', 'ended', ...STATUSES]).optional(),
  };
  api.get('subscriptions', { ...filters, ...page }, ({ params }) => {
    if (params.customer !== undefined) account.get('customer', params.customer, 'customer');
    const found = account
      .all('subscription')
      .filter((subscription) => (params.customer ?? subscription.customer) === subscription.customer)
      .filter((subscription) => isAsked(subscription, params.status));
    return listPage(found, '/v1/subscriptions', params);
  });

  api.get('subscriptions/:id', {}, ({ id }) => account.get('subscription', id));

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

type Details = Subscription['cancellation_details'];

/** Why a subscription ends, with what a request says of it. */
function explained(details: Details, { comment, feedback }: z.output<typeof cancellation_details> = {}): Details {
  return {
    ...details,
    comment: comment === undefined ? details.comment : comment || null,
    feedback: feedback === undefined ? details.feedback : feedback || null,
  };
}
