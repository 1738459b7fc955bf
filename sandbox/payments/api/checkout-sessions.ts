import { z } from 'zod';
import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { LIMITS } from '../limits.ts';
import { expireCheckout } from '../operations/expire-checkout.ts';
import { isReference, openCheckout } from '../operations/open-checkout.ts';
import { type LineItem, newLineItem } from '../resources/catalog.ts';
import { changeMetadata } from '../resources/metadata.ts';
import type { Api } from './api.ts';
import { getCustomer } from './customers.ts';
import { listPage } from './list.ts';
import {
  boolean,
  email,
  integer,
  isWithin,
  metadata,
  page,
  type parametersOf,
  range,
  text,
  webUrl,
} from './parameters.ts';

const data = z.strictObject({ metadata: metadata.optional(), description: text.optional() });

const NEW_SESSION = {
  mode: z.enum(['payment', 'subscription']),
  ui_mode: z.enum(['hosted_page']).optional(),
  line_items: z
    .array(z.strictObject({ price: text, quantity: integer }))
    .min(1)
    .max(100),
  customer: text.optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  client_reference_id: text
    .refine(isReference, {
      error: `Invalid client_reference_id: up to ${LIMITS.referenceCharacters} letters, digits, dashes and underscores`,
    })
    .optional(),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  metadata: metadata.optional(),
  subscription_data: data.optional(),
  payment_intent_data: data.optional(),
  expires_at: integer.optional(),
  allow_promotion_codes: boolean.optional(),
  payment_method_types: z.array(z.enum(['card'])).optional(),
  locale: text.optional(),
};

type NewSession = z.output<ReturnType<typeof parametersOf<typeof NEW_SESSION>>>;

/** `/v1/checkout/sessions` */
export function addCheckoutSessions(api: Api): void {
  const { account } = api;
  const path = 'checkout/sessions';

  api.post(path, NEW_SESSION, ({ params }) => createSession(account, params));

  const filters = {
    created: range.optional(),
    customer: text.optional(),
    customer_details: z.strictObject({ email }).optional(),
    payment_intent: text.optional(),
    payment_link: text.optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
    subscription: text.optional(),
  };
  api.get(path, { ...filters, ...page }, ({ params }) => {
    for (const kind of ['customer', 'payment_intent', 'payment_link', 'subscription'] as const) {
      if (params[kind] !== undefined) account.get(kind, params[kind], kind);
    }
    const found = account
      .all('checkout.session')
      .filter((session) => (params.customer ?? session.customer) === session.customer)
      .filter((session) => (params.payment_intent ?? session.payment_intent) === session.payment_intent)
      .filter((session) => (params.payment_link ?? session.payment_link) === session.payment_link)
      .filter((session) => (params.subscription ?? session.subscription) === session.subscription)
      .filter((session) => (params.status ?? session.status) === session.status)
      .filter(
        (session) => (params.customer_details ?? session.customer_details)?.email === session.customer_details?.email,
      )
      .filter((session) => isWithin(session.created, params.created));
    return listPage(found, `/v1/${path}`, params);
  });

  api.get(`${path}/:id`, {}, ({ id }) => account.get('checkout.session', id));
  api.get(`${path}/:id/line_items`, page, ({ id, params }) => {
    account.get('checkout.session', id);
    return listPage(account.lineItems.get(id) ?? [], `/v1/${path}/${id}/line_items`, params);
  });
  api.post(`${path}/:id/expire`, {}, ({ id }) => expireCheckout(account, account.get('checkout.session', id)));
}

function createSession(account: Account, params: NewSession) {
  refuseConflicts(params);
  const items = params.line_items.map((item, index) => toLineItem(account, item, index));
  refuseOtherMode(params.mode, items);
  const customer = params.customer === undefined ? undefined : getCustomer(account, params.customer, 'customer');
  const address = customer?.email ?? params.customer_email ?? null;
  const { metadata: change, description } = params.subscription_data ?? params.payment_intent_data ?? {};
  const creation = params.customer_creation ?? 'if_required';
  return openCheckout(
    account,
    {
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      customer: customer?.id ?? null,
      customer_creation: params.mode === 'payment' && customer === undefined ? creation : null,
      customer_email: params.customer_email ?? null,
      expires_at: expiryOf(account.now(), params.expires_at),
      metadata: changeMetadata({}, params.metadata),
      mode: params.mode,
      success_url: params.success_url,
    },
    items,
    {
      email: { address, locked: address !== null },
      metadata: changeMetadata({}, change),
      description: description ?? null,
    },
  );
}

function refuseConflicts(params: NewSession): void {
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', undefined, 'customer');
  }
  const misplaced = (['subscription_data', 'payment_intent_data', 'customer_creation'] as const).find(
    (name) => params[name] !== undefined && (name === 'subscription_data') !== (params.mode === 'subscription'),
  );
  if (misplaced !== undefined) {
    throw invalid(`You cannot pass \`${misplaced}\` in \`${params.mode}\` mode.`, undefined, misplaced);
  }
}

function toLineItem(
  account: Account,
  { price: id, quantity }: { price: string; quantity: number },
  index: number,
): LineItem {
  const price = account.get('price', id, `line_items[${index}][price]`);
  if (quantity < 1) {
    throw invalid('This value must be greater than or equal to 1.', undefined, `line_items[${index}][quantity]`);
  }
  return newLineItem(price, account.get('product', price.product).name, quantity);
}

function refuseOtherMode(mode: NewSession['mode'], items: readonly LineItem[]): void {
  const recurring = items.some(({ price }) => price.recurring !== null);
  if (mode === 'payment' && recurring) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      undefined,
      'mode',
    );
  }
  if (mode === 'subscription' && items.some(({ price }) => price.recurring === null)) {
    throw invalid(
      recurring
        ? 'The sandbox takes only recurring prices in `subscription` mode.'
        : 'You must provide at least one recurring price in `subscription` mode when using prices.',
      undefined,
      'line_items',
    );
  }
}

function expiryOf(now: number, asked: number | undefined): number {
  const expiry = asked ?? now + LIMITS.longestSessionSeconds;
  if (expiry > now + LIMITS.longestSessionSeconds) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    );
  }
  if (expiry < now + LIMITS.shortestSessionSeconds) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    );
  }
  return expiry;
}
