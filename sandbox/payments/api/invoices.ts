import { z } from 'zod';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { page, text } from './parameters.ts';

/** `/v1/invoices` and `/v1/invoice_payments` */
export function addInvoices(api: Api): void {
  const { account } = api;

  api.get('invoices', { subscription: text, ...page }, ({ params }) => {
    const { id } = account.get('subscription', params.subscription, 'subscription');
    const found = account.all('invoice').filter(({ parent }) => parent.subscription_details.subscription === id);
    return listPage(found, '/v1/invoices', params);
  });
  api.get('invoices/:id', {}, ({ id }) => account.get('invoice', id));

  const payment = z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text });
  api.get('invoice_payments', { payment, ...page }, ({ params }) => {
    const { id } = account.get('payment_intent', params.payment.payment_intent, 'payment[payment_intent]');
    const found = account.all('invoice_payment').filter((one) => one.payment.payment_intent === id);
    return listPage(found, '/v1/invoice_payments', params);
  });
}
