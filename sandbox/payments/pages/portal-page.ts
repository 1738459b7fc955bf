import { type Html, html } from '../../html.ts';
import type { Account } from '../account.ts';
import type { Charge } from '../resources/payment.ts';
import type { PortalSession } from '../resources/portal-session.ts';
import { amountOf, hasEnded, periodEnd, type Subscription } from '../resources/subscription.ts';
import { day, layout, money, tag } from './layout.ts';

/** The page on which customers manage their subscriptions. */
export function portalPage(account: Account, session: PortalSession, problem?: string): string {
  const customer = account.get('customer', session.customer);
  const subscriptions = account.all('subscription').filter((one) => one.customer === customer.id);
  const charges = account.all('charge').filter((one) => one.customer === customer.id);
  return layout(
    'Manage billing',
    html`<p><a href="${session.return_url}">Return</a></p>
<h1>Manage billing</h1>
<p class="muted">${customer.email ?? 'No email address'}</p>
${problem !== undefined && html`<p class="error" role="alert">${problem}</p>`}
<h2>Subscription</h2>
<section class="card" aria-label="Subscription">${subscriptions.map((one) => subscriptionRow(account, session, one))}
${subscriptions.length === 0 && html`<p class="muted">No subscription.</p>`}</section>
<h2>Payment history</h2>
<section class="card" aria-label="Payment history">${charges.map(chargeRow)}
${charges.length === 0 && html`<p class="muted">No payments.</p>`}</section>`,
  );
}

function subscriptionRow(account: Account, session: PortalSession, subscription: Subscription): Html {
  const names = subscription.items.data.map(({ price }) => account.get('product', price.product).name).join(', ');
  const button = (action: string, label: string) =>
    html`<form method="post" action="/payments/portal/${session.id}/${action}"><input type="hidden" name="subscription" value="${subscription.id}"><button>${label}</button></form>`;
  return html`<div class="row"><div><strong>${names}</strong> ${tag(subscription.status)}
<div class="muted">${money(amountOf(subscription), subscription.currency)} per month. ${endOf(subscription)}</div></div>
${
  !hasEnded(subscription) &&
  html`<div class="actions">${
    subscription.cancel_at === null
      ? button('cancel', 'Cancel at the end of the period')
      : button('resume', "Don't cancel")
  }${button('cancel-now', 'Cancel now')}</div>`
}</div>`;
}

function endOf(subscription: Subscription): string {
  if (subscription.ended_at !== null) return `Ended on ${day(subscription.ended_at)}.`;
  if (subscription.cancel_at !== null) return `Ends on ${day(subscription.cancel_at)}.`;
  return `Renews on ${day(periodEnd(subscription))}.`;
}

function chargeRow(charge: Charge): Html {
  return html`<div class="row"><div>${day(charge.created)} · <strong>${money(charge.amount, charge.currency)}</strong> ${tag(charge.status)}
${charge.amount_refunded > 0 && html`<div class="muted">${money(charge.amount_refunded, charge.currency)} refunded</div>`}</div>
${charge.receipt_url !== null && html`<div class="actions"><a href="${charge.receipt_url}">Receipt</a></div>`}</div>`;
}
