import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { declaredFields } from '../testing/declared-fields.ts';
import { monthly, SITE, startTestPayments } from '../testing/test-payments.ts';
import { API_VERSION } from './event.ts';

test('the API’s version is the official library’s', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});

test('every object has the fields that the official library declares for its version, and no others', async () => {
  const { stripe, control } = await startTestPayments();
  const customer = await stripe.customers.create({ email: 'a@example.com' });
  const opened = await stripe.checkout.sessions.create(monthly({ customer: customer.id }));
  const { session } = control.pay({ sessionId: opened.id });
  const subscription = await stripe.subscriptions.retrieve(session.subscription ?? '');
  const license = control.pay({ sessionId: control.followLink().id, email: 'a@example.com' }).session;
  const intent = await stripe.paymentIntents.retrieve(license.payment_intent ?? '', { expand: ['latest_charge'] });
  const dispute = await stripe.disputes.retrieve(control.dispute({ paymentIntent: intent.id }).id);
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const invoice = await stripe.invoices.retrieve(session.invoice ?? '', { expand: ['payments'] });
  const price = await stripe.prices.retrieve('price_sandbox_standard');
  const [item] = (await stripe.checkout.sessions.listLineItems(opened.id)).data;

  const shown: [file: string, name: string, object: unknown][] = [
    ['Customers', 'Customer', customer],
    ['Checkout/Sessions', 'Session', opened],
    ['Checkout/Sessions', 'CustomerDetails', opened.customer_details],
    ['Checkout/Sessions', 'Session', license],
    ['LineItems', 'LineItem', item],
    ['Subscriptions', 'Subscription', subscription],
    ['Subscriptions', 'CancellationDetails', subscription.cancellation_details],
    [
      'Subscriptions',
      'CancellationDetails',
      (await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).cancellation_details,
    ],
    ['SubscriptionItems', 'SubscriptionItem', subscription.items.data[0]],
    ['Plans', 'Plan', subscription.items.data[0]?.plan],
    ['Invoices', 'Invoice', invoice],
    ['Invoices', 'Parent', invoice.parent],
    ['InvoiceLineItems', 'InvoiceLineItem', invoice.lines.data[0]],
    ['InvoiceLineItems', 'SubscriptionItemDetails', invoice.lines.data[0]?.parent?.subscription_item_details],
    ['InvoicePayments', 'InvoicePayment', invoice.payments?.data[0]],
    ['PaymentIntents', 'PaymentIntent', intent],
    ['Charges', 'Charge', intent.latest_charge],
    ['Charges', 'BillingDetails', charge?.billing_details],
    ['Disputes', 'Dispute', dispute],
    ['Disputes', 'EvidenceDetails', dispute.evidence_details],
    ['Refunds', 'Refund', await stripe.refunds.create({ charge: charge?.id ?? '' })],
    ['Prices', 'Price', price],
    ['Prices', 'Recurring', price.recurring],
    ['Products', 'Product', await stripe.products.retrieve('prod_sandbox_standard')],
    ['PaymentLinks', 'PaymentLink', await stripe.paymentLinks.retrieve('plink_sandbox_standard')],
    [
      'BillingPortal/Sessions',
      'Session',
      await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: SITE }),
    ],
    ['Events', 'EventBase', (await stripe.events.list()).data[0]],
  ];
  for (const [file, name, object] of shown) {
    const { required, all } = declaredFields(file, name);
    expect(required.length, `${file} ${name}`).toBeGreaterThan(1);
    const fields = Object.keys(Object(object));
    expect(
      required.filter((field) => !fields.includes(field)),
      `missing in ${file} ${name}`,
    ).toEqual([]);
    expect(
      fields.filter((field) => !all.includes(field)),
      `unknown in ${file} ${name}`,
    ).toEqual([]);
  }
});
