import { type Html, html } from '../../html.ts';
import type { Account } from '../account.ts';
import type { PaymentsState } from '../control.ts';
import type { CheckoutSession } from '../resources/checkout-session.ts';
import type { Charge } from '../resources/payment.ts';
import { amountOf, hasEnded, periodEnd, type Subscription } from '../resources/subscription.ts';
import type { Delivery } from '../webhooks/webhooks.ts';
import { day, layout, money, tag } from './layout.ts';

const SHOWN = 15;
const MODES = { normal: 'deliver at once', double: 'deliver twice', reverse: 'deliver in reverse', hold: 'hold' };
const OUTAGES = {
  off: 'answers',
  refuse: 'refuses connections',
  '500': 'answers errors',
  slow: 'answers late',
  'lost-answer': 'breaks off after the effect',
};

/** The operator's page: what happened, and buttons that trigger actions. */
export function dashboardPage(account: Account, state: PaymentsState): string {
  return layout(
    'Payments',
    html`<p><a href="/">Sandbox</a></p>
<h1>Payments</h1>
<p class="muted">What you'd see at the real provider, plus buttons for what buyers, banks and the network do.</p>
<p>Payment links: ${account.all('payment_link').map((link) => html`<a href="${link.url}">${account.lineItems.get(link.id)?.[0]?.description}</a> · `)}<code>${account.options.priceId}</code> is the monthly price.</p>
${section('Subscriptions', state.subscriptions, (one) => subscriptionRow(account, one))}
${section('Payments', state.charges, (one) => chargeRow(state, one))}
${section('Checkout sessions', state.sessions, sessionRow)}
<h2>Webhooks</h2>
<section class="card" aria-label="Webhooks">
<div class="row"><div>To ${state.webhooks.url === undefined ? 'nobody' : html`<code>${state.webhooks.url}</code>`}</div>
<div class="actions">${choice('webhooks/mode', 'Webhook mode', MODES, state.webhooks.mode)}${button('webhooks/flush', {}, 'Deliver what is held')}</div></div>
${state.webhooks.deliveries.slice(0, SHOWN).map(deliveryRow)}</section>
<h2>The API</h2>
<section class="card" aria-label="The API"><div class="actions">${choice('outage', 'The API', OUTAGES, state.outage)}${button('reset', {}, 'Forget everything')}</div></section>`,
    { wide: true },
  );
}

function section<T>(title: string, all: readonly T[], row: (one: T) => Html): Html {
  return html`<h2>${title}</h2><section class="card" aria-label="${title}">${
    all.length === 0 ? html`<p class="muted">None yet.</p>` : all.slice(0, SHOWN).map(row)
  }</section>`;
}

function subscriptionRow(account: Account, subscription: Subscription): Html {
  const { id: subscriptionId, status, currency } = subscription;
  const of = { subscription: subscriptionId };
  const ends = subscription.cancel_at === null ? `until ${day(periodEnd(subscription))}` : 'will not be renewed';
  return html`<div class="row"><div><strong>${money(amountOf(subscription), currency)}</strong> per month, ${ends} ${tag(status)}
<div class="muted small">${account.find('customer', subscription.customer)?.email} · <code>${subscriptionId}</code></div></div>
<div class="actions">${
    !hasEnded(subscription) &&
    status !== 'incomplete' &&
    html`${button('end-period', { ...of, outcome: 'paid' }, 'End the period')}${button('end-period', { ...of, outcome: 'declined' }, 'End the period, payment fails')}`
  }${
    (status === 'past_due' || status === 'unpaid') &&
    html`${button('retry-payment', { ...of, outcome: 'paid' }, 'Payment succeeds at last')}`
  }${
    status === 'past_due' &&
    html`${button('stop-retrying', { ...of, end: 'unpaid' }, 'Leave unpaid')}${button('stop-retrying', { ...of, end: 'canceled' }, 'Give up and cancel')}`
  }</div></div>`;
}

function chargeRow(state: PaymentsState, charge: Charge): Html {
  const dispute = state.disputes.find((one) => one.charge === charge.id);
  const isOpen = charge.paid && !charge.refunded && !charge.disputed;
  return html`<div class="row"><div><strong>${money(charge.amount, charge.currency)}</strong> ${tag(charge.status)}
${charge.amount_refunded > 0 && tag(`${money(charge.amount_refunded, charge.currency)} refunded`)}
${dispute !== undefined && tag(dispute.status === 'needs_response' ? 'disputed' : `dispute ${dispute.status}`)}
<div class="muted small">${charge.billing_details.email} · <code>${charge.id}</code></div></div>
<div class="actions">${
    isOpen &&
    html`${button('refund', { charge: charge.id }, 'Refund')}${button('dispute', { charge: charge.id }, 'Open dispute')}`
  }${
    dispute?.status === 'needs_response' &&
    html`${button('close-dispute', { dispute: dispute.id, outcome: 'won' }, 'Win dispute')}${button('close-dispute', { dispute: dispute.id, outcome: 'lost' }, 'Lose dispute')}`
  }</div></div>`;
}

function sessionRow(session: CheckoutSession): Html {
  const of = { sessionId: session.id };
  const pending = session.status === 'complete' && session.payment_status === 'unpaid';
  return html`<div class="row"><div><strong>${money(session.amount_total, session.currency)}</strong> ${session.mode} ${tag(session.status)} ${tag(session.payment_status)}
<div class="muted small">${session.customer_details?.email ?? 'no address yet'} · <code>${session.id}</code></div></div>
<div class="actions">${
    session.status === 'open' && html`<a href="${session.url}">Open page</a>${button('expire', of, 'Expire')}`
  }${
    pending &&
    html`${button('settle', { ...of, outcome: 'succeeded' }, 'Payment arrives')}${button('settle', { ...of, outcome: 'failed' }, 'Payment fails')}`
  }</div></div>`;
}

function deliveryRow({ event, type, state, attempts }: Delivery): Html {
  return html`<div class="row"><div>${type} ${tag(state)}
<div class="muted small"><code>${event}</code>${attempts.length > 0 && ` · answers: ${attempts.map(({ answer }) => answer).join(', ')}`}</div></div>
<div class="actions">${button('webhooks/redeliver', { event }, 'Deliver again')}</div></div>`;
}

function button(action: string, fields: Record<string, string>, label: string): Html {
  return html`<form method="post" action="/payments/control/${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="plain">${label}</button></form>`;
}

function choice(action: string, label: string, options: Record<string, string>, chosen: string): Html {
  const list = Object.entries(options).map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
  return html`<form class="actions" method="post" action="/payments/control/${action}"><select name="mode" aria-label="${label}">${list}</select><button class="plain">Set</button></form>`;
}
