import type { Account, Checkout } from '../account.ts';
import { LIMITS } from '../limits.ts';
import type { LineItem, PaymentLink } from '../resources/catalog.ts';
import {
  type CheckoutSession,
  type CheckoutSessionFields,
  newCheckoutSession,
  newCustomerDetails,
} from '../resources/checkout-session.ts';
import { expireCheckout } from './expire-checkout.ts';

export type NewCheckout = Omit<CheckoutSessionFields, 'amount_total' | 'created' | 'currency' | 'customer_details'>;

/** Opens a checkout session, which expires on its own. */
export function openCheckout(
  account: Account,
  fields: NewCheckout,
  items: LineItem[],
  checkout: Checkout,
): CheckoutSession {
  const { address, locked } = checkout.email;
  const session = account.add(
    newCheckoutSession(
      {
        ...fields,
        amount_total: items.reduce((sum, item) => sum + item.amount_total, 0),
        created: account.now(),
        currency: account.options.currency,
        customer_details: locked ? newCustomerDetails(address) : null,
      },
      (id) => account.page(`checkout/${id}`),
    ),
  );
  account.lineItems.set(session.id, items);
  account.checkouts.set(session.id, checkout);
  watchExpiry(account, session);
  return session;
}

/** Schedules the expiry of an open session. */
export function watchExpiry(account: Account, session: CheckoutSession): void {
  account.at(session.expires_at, () => {
    if (session.status === 'open') expireCheckout(account, session);
  });
}

/** Query parameters of a payment link. */
export interface LinkParameters {
  client_reference_id?: string | undefined;
  prefilled_email?: string | undefined;
  locked_prefilled_email?: string | undefined;
}

/** Opens a session as following a payment link does. As in the real API, invalid parameters are silently dropped. */
export function followLink(account: Account, link: PaymentLink, parameters: LinkParameters): CheckoutSession {
  const locked = isEmail(parameters.locked_prefilled_email) ? parameters.locked_prefilled_email : undefined;
  const prefilled = isEmail(parameters.prefilled_email) ? parameters.prefilled_email : undefined;
  const reference = parameters.client_reference_id;
  return openCheckout(
    account,
    {
      client_reference_id: isReference(reference) ? reference : null,
      customer: null,
      customer_creation: 'if_required',
      expires_at: account.now() + LIMITS.longestSessionSeconds,
      metadata: link.metadata,
      mode: 'payment',
      payment_link: link.id,
      success_url: link.after_completion.redirect.url,
    },
    account.lineItems.get(link.id) ?? [],
    {
      email: { address: locked ?? prefilled ?? null, locked: locked !== undefined },
      metadata: {},
      description: null,
    },
  );
}

/** Whether a string can be a `client_reference_id`. */
export function isReference(text: string | undefined): text is string {
  return text !== undefined && text.length <= LIMITS.referenceCharacters && /^[A-Za-z0-9_-]+$/.test(text);
}

/** Whether a string looks like an e-mail address. */
export function isEmail(text: string | undefined): text is string {
  return text !== undefined && text.length <= 320 && /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$/.test(text);
}
