import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { type CheckoutSession, newCustomerDetails } from '../resources/checkout-session.ts';
import { type Customer, newCustomer } from '../resources/customer.ts';
import { newPaymentIntent, type PaymentIntent } from '../resources/payment.ts';
import { newSubscription, type Subscription } from '../resources/subscription.ts';
import { DECLINED, makePayment, type PaymentResult, settlePayment } from './make-payment.ts';
import { isEmail } from './open-checkout.ts';
import { invoicePeriod, settleInvoice } from './pay-invoice.ts';

/** What a buyer enters, and the result of the payment. */
export interface Purchase {
  /** Ignored if the session has a locked e-mail address. */
  email?: string | undefined;
  name?: string | undefined;
  result: PaymentResult;
}

/**
 * Pays in an open session.
 *
 * @returns why the payment was declined, for the buyer; undefined if it wasn't
 * @throws {ApiError} if the session isn't open or the e-mail address is invalid
 */
export function payCheckout(account: Account, session: CheckoutSession, purchase: Purchase): string | undefined {
  if (session.status !== 'open') throw invalid(`This checkout session is ${session.status}.`);
  const buyer = { email: addressOf(account, session, purchase.email), name: purchase.name || null };
  if (purchase.result === 'failed') {
    if (session.mode === 'payment') makePayment(account, intentOf(account, session), buyer, 'failed');
    return DECLINED.message;
  }
  const customer = customerOf(account, session, buyer);
  account.change(session, {
    customer: customer?.id ?? null,
    customer_details: newCustomerDetails(buyer.email, buyer.name),
    payment_status: purchase.result === 'succeeded' ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  });
  if (customer === undefined || session.mode === 'payment') {
    const intent = intentOf(account, session);
    account.change(intent, { customer: session.customer });
    makePayment(account, intent, buyer, purchase.result);
  } else {
    subscribe(account, session, customer, purchase.result);
  }
  account.emit('checkout.session.completed', session);
  return undefined;
}

/**
 * Settles a payment that was pending when its session was completed.
 *
 * @throws {ApiError} if none is pending
 */
export function settleCheckout(account: Account, session: CheckoutSession, result: 'succeeded' | 'failed'): void {
  const subscription = account.find('subscription', session.subscription);
  const invoice = account.find('invoice', session.invoice);
  const intent = account.find('payment_intent', session.payment_intent);
  const pending = subscription?.status === 'incomplete' || intent?.status === 'processing';
  if (session.status !== 'complete' || !pending) throw invalid('No payment of this checkout session is pending.');

  if (intent !== undefined) settlePayment(account, intent, result);
  if (subscription !== undefined && invoice !== undefined) {
    settleInvoice(account, invoice, result);
    const status = result === 'succeeded' ? 'active' : 'incomplete_expired';
    const ended_at = result === 'succeeded' ? null : account.now();
    const before = account.change(subscription, { status, ended_at });
    account.emit('customer.subscription.updated', subscription, before);
  }
  if (result === 'succeeded') account.change(session, { payment_status: 'paid' });
  account.emit(`checkout.session.async_payment_${result}`, session);
}

/** The session's fixed e-mail address, or else the entered one. */
function addressOf(account: Account, session: CheckoutSession, entered: string | undefined): string {
  const { address, locked } = account.checkouts.get(session.id)?.email ?? { address: null, locked: false };
  const email = locked ? address : entered?.trim() || address;
  if (!isEmail(email ?? undefined) || email === null)
    throw invalid('Enter an email address.', 'email_invalid', 'email');
  return email;
}

function customerOf(
  account: Account,
  session: CheckoutSession,
  buyer: { email: string; name: string | null },
): Customer | undefined {
  const existing = account.find('customer', session.customer);
  if (existing !== undefined) {
    if (existing.email === null) {
      account.emit('customer.updated', existing, account.change(existing, { email: buyer.email }));
    }
    return existing;
  }
  if (session.mode === 'payment' && session.customer_creation !== 'always') return undefined;
  const customer = account.add(newCustomer(account.now(), buyer));
  account.emit('customer.created', customer);
  return customer;
}

/** The payment of a session in `payment` mode, created at the first attempt. */
function intentOf(account: Account, session: CheckoutSession): PaymentIntent {
  const existing = account.find('payment_intent', session.payment_intent);
  if (existing !== undefined) return existing;
  const checkout = account.checkouts.get(session.id);
  const intent = account.add(
    newPaymentIntent({
      amount: session.amount_total,
      created: account.now(),
      currency: session.currency,
      customer: session.customer,
      description: checkout?.description ?? null,
      metadata: checkout?.metadata ?? {},
    }),
  );
  account.change(session, { payment_intent: intent.id });
  return intent;
}

function subscribe(
  account: Account,
  session: CheckoutSession,
  customer: Customer,
  result: Exclude<PaymentResult, 'failed'>,
): Subscription {
  const checkout = account.checkouts.get(session.id);
  const subscription = account.add(
    newSubscription({
      created: account.now(),
      customer: customer.id,
      metadata: checkout?.metadata ?? {},
      description: checkout?.description ?? null,
      status: result === 'succeeded' ? 'active' : 'incomplete',
      lines: account.lineItems.get(session.id) ?? [],
    }),
  );
  const invoice = invoicePeriod(account, subscription, 'subscription_create', result);
  account.change(session, { invoice: invoice.id, subscription: subscription.id });
  account.emit('customer.subscription.created', subscription);
  return subscription;
}
