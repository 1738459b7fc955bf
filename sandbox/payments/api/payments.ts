import { z } from 'zod';
import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { refundCharge } from '../operations/refund-charge.ts';
import { changeMetadata } from '../resources/metadata.ts';
import type { Charge } from '../resources/payment.ts';
import type { Api } from './api.ts';
import { type List, listPage, type Page } from './list.ts';
import { integer, isWithin, metadata, page, range, text } from './parameters.ts';

const created = range.optional();
const optional = text.optional();
const ofPayment = { charge: optional, payment_intent: optional };

/** `/v1/payment_intents`, `/v1/charges`, `/v1/refunds` and `/v1/disputes` */
export function addPayments(api: Api): void {
  const { account } = api;

  api.get('payment_intents', { created, customer: optional, ...page }, ({ params }) =>
    listFiltered(account, account.all('payment_intent'), '/v1/payment_intents', params),
  );
  api.get('payment_intents/:id', {}, ({ id }) => account.get('payment_intent', id));

  api.get('charges', { created, customer: optional, payment_intent: optional, ...page }, ({ params }) =>
    listFiltered(account, account.all('charge'), '/v1/charges', params),
  );
  api.get('charges/:id', {}, ({ id }) => account.get('charge', id));

  api.post(
    'refunds',
    {
      ...ofPayment,
      amount: integer.refine((amount) => amount > 0, { error: 'Invalid positive integer' }).optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
    },
    ({ params }) => {
      const charge = chargeOf(account, params);
      return refundCharge(account, charge, { ...params, metadata: changeMetadata({}, params.metadata) });
    },
  );
  api.get('refunds', { created, ...ofPayment, ...page }, ({ params }) =>
    listFiltered(account, account.all('refund'), '/v1/refunds', params),
  );
  api.get('refunds/:id', {}, ({ id }) => account.get('refund', id));

  api.get('disputes', { created, ...ofPayment, ...page }, ({ params }) =>
    listFiltered(account, account.all('dispute'), '/v1/disputes', params),
  );
  api.get('disputes/:id', {}, ({ id }) => account.get('dispute', id));
}

/**
 * The charge that one of two parameters names.
 *
 * @throws {ApiError} if both or neither are given, or it doesn't exist
 */
export function chargeOf(
  account: Account,
  { charge, payment_intent }: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if ((charge === undefined) === (payment_intent === undefined)) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  if (charge !== undefined) return account.get('charge', charge, 'charge');
  const intent = account.get('payment_intent', payment_intent ?? '', 'payment_intent');
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    );
  }
  return account.get('charge', intent.latest_charge);
}

const LINKS = ['charge', 'customer', 'payment_intent'] as const;

interface Filters extends Page, Partial<Record<(typeof LINKS)[number], string | undefined>> {
  created?: z.output<typeof range> | undefined;
}
interface Linked extends Partial<Record<(typeof LINKS)[number], string | null>> {
  id: string;
  created: number;
}

function listFiltered<T extends Linked>(account: Account, all: readonly T[], url: string, filters: Filters): List<T> {
  const asked = LINKS.filter((link) => filters[link] !== undefined);
  for (const link of asked) account.get(link, filters[link] ?? '', link);
  const found = all.filter((one) => asked.every((link) => one[link] === filters[link]));
  return listPage(
    found.filter((one) => isWithin(one.created, filters.created)),
    url,
    filters,
  );
}
