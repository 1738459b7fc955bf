import { z } from 'zod';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { isWithin, page, range, text } from './parameters.ts';

/** `/v1/invoices` and `/v1/invoice_payments` */
export function addInvoices(api: Api): void {
  const { account } = api;
  const created = range.optional();

  const filters = {
    created,
    customer: text.optional(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    subscription: text.optional(),
  };
  api.get('invoices', { ...filters, ...page }, ({ params }) => {
    for (const kind of ['customer', 'subscription'] as const) {
      if (params[kind] !== undefined) account.get(kind, params[kind], kind);
    }
    const found = account
      .all('invoice')
      .filter((invoice) => (params.customer ?? invoice.customer) === invoice.customer)
      .filter((invoice) => (params.status ?? invoice.status) === invoice.status)
      .filter(
        ({
          parent: {
            subscription_details: { subscription },
          },
        }) => (params.subscription ?? subscription) === subscription,
      )
      .filter((invoice) => isWithin(invoice.created, params.created));
    return listPage(found, '/v1/invoices', params);
  });
  api.get('invoices/:id', {}, ({ id }) => account.get('invoice', id));

  const ofPayments = {
    created,
    invoice: text.optional(),
    payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text }).optional(),
    status: z.enum(['open', 'paid', 'canceled']).optional(),
  };
  api.get('invoice_payments', { ...ofPayments, ...page }, ({ params }) => {
    if (params.invoice !== undefined) account.get('invoice', params.invoice, 'invoice');
    const intent = params.payment?.payment_intent;
    if (intent !== undefined) account.get('payment_intent', intent, 'payment[payment_intent]');
    const found = account
      .all('invoice_payment')
      .filter((payment) => (params.invoice ?? payment.invoice) === payment.invoice)
      .filter(({ payment }) => (intent ?? payment.payment_intent) === payment.payment_intent)
      .filter((payment) => (params.status ?? payment.status) === payment.status)
      .filter((payment) => isWithin(payment.created, params.created));
    return listPage(found, '/v1/invoice_payments', params);
  });
  api.get('invoice_payments/:id', {}, ({ id }) => account.get('invoice_payment', id));
}
