import { html } from '../../html.ts';
import type { Account } from '../account.ts';
import { noSuch } from '../api-error.ts';
import { day, layout, money } from './layout.ts';

/**
 * The receipt for a charge or an invoice.
 *
 * @throws {ApiError} if there is none with this id
 */
export function receiptPage(account: Account, id: string): string {
  const charge = account.find('charge', id);
  const invoice = account.find('invoice', id);
  const amount = charge?.amount ?? invoice?.total;
  const { created, currency } = charge ?? invoice ?? {};
  if (amount === undefined || created === undefined || currency === undefined) throw noSuch('charge', id);
  const title = charge === undefined ? `Invoice ${invoice?.number ?? ''}` : 'Receipt';
  return layout(
    title,
    html`<div class="card"><h1>${title}</h1>
<dl><div><dt>Date</dt><dd>${day(created)}</dd></div>
<div><dt>For</dt><dd>${charge?.billing_details.email ?? invoice?.customer_email}</dd></div>
<div><dt>Amount</dt><dd><strong>${money(amount, currency)}</strong></dd></div>
${charge !== undefined && charge.amount_refunded > 0 && html`<div><dt>Refunded</dt><dd>${money(charge.amount_refunded, currency)}</dd></div>`}
<div><dt>Number</dt><dd><code>${id}</code></dd></div></dl></div>`,
  );
}
