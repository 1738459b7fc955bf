import type { Account } from '../account.ts';
import type { Customer } from '../resources/customer.ts';
import { type Invoice, newInvoice, newInvoicePayment } from '../resources/invoice.ts';
import { newPaymentIntent } from '../resources/payment.ts';
import type { Subscription } from '../resources/subscription.ts';
import { makePayment, type PaymentResult, settlePayment } from './make-payment.ts';

/** Creates the invoice for a subscription's current period and attempts its payment. */
export function invoicePeriod(
  account: Account,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  result: PaymentResult,
): Invoice {
  const created = account.now();
  const customer = account.get('customer', subscription.customer);
  const number = `SANDBOX-${String(account.all('invoice').length + 1).padStart(4, '0')}`;
  const receiptUrl = (id: string) => account.page(`receipt/${id}`);
  const invoice = account.add(newInvoice(subscription, customer, { created, reason, number, receiptUrl }));
  const intent = account.add(
    newPaymentIntent({
      amount: invoice.amount_due,
      created,
      currency: invoice.currency,
      customer: customer.id,
      description: reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    }),
  );
  account.add(newInvoicePayment(invoice, created, intent.id));
  account.change(subscription, { latest_invoice: invoice.id });
  payInvoice(account, invoice, customer, result);
  return invoice;
}

/** Attempts to pay an open invoice. */
export function payInvoice(account: Account, invoice: Invoice, customer: Customer, result: PaymentResult): void {
  const payment = paymentOf(account, invoice);
  account.change(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
  const intent = account.get('payment_intent', payment.payment.payment_intent);
  makePayment(account, intent, { email: customer.email, name: customer.name }, result);
  concludeInvoice(account, invoice, result);
}

/** Settles an invoice's pending payment. */
export function settleInvoice(account: Account, invoice: Invoice, result: 'succeeded' | 'failed'): void {
  const payment = paymentOf(account, invoice);
  settlePayment(account, account.get('payment_intent', payment.payment.payment_intent), result);
  concludeInvoice(account, invoice, result);
}

function concludeInvoice(account: Account, invoice: Invoice, result: PaymentResult): void {
  if (result === 'failed') account.emit('invoice.payment_failed', invoice);
  if (result !== 'succeeded') return;
  const payment = paymentOf(account, invoice);
  const paid_at = account.now();
  account.change(payment, {
    amount_paid: invoice.amount_due,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at },
  });
  account.change(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at },
  });
  account.emit('invoice.paid', invoice);
}

function paymentOf(account: Account, invoice: Invoice) {
  const payment = account.all('invoice_payment').find((one) => one.invoice === invoice.id);
  if (payment === undefined) throw new Error(`the invoice ${invoice.id} has no payment`);
  return payment;
}
