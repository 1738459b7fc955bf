import { type Html, html } from '../../html.ts';
import type { Account } from '../account.ts';
import type { CheckoutSession } from '../resources/checkout-session.ts';
import { layout, messagePage, money } from './layout.ts';
import type { PaymentForm } from './read-card.ts';

/** Where a buyer is sent after paying. */
export function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/**
 * Where a buyer who cancels is sent. The real page of a session without a `cancel_url`, such as a payment link's, has
 * no way back; here nobody gets stuck on a page that isn't real.
 */
function cancelUrl(account: Account, session: CheckoutSession): string {
  return session.cancel_url ?? `${account.options.siteUrl}/checkout/cancelled`;
}

/** The checkout page; `form` is what was entered before, and `problem` why it failed. */
export function checkoutPage(
  account: Account,
  session: CheckoutSession,
  form: PaymentForm = {},
  problem?: string,
): string {
  if (session.status === 'complete') {
    return messagePage('Already paid', 'You have already paid in this session.', {
      href: successUrl(session),
      label: 'Continue',
    });
  }
  if (session.status === 'expired') {
    return messagePage('This session has expired', 'You have not been charged. Go back and start again.', {
      href: cancelUrl(account, session),
      label: 'Go back',
    });
  }
  return layout(
    'Pay',
    html`<div class="columns">${summary(account, session)}${payForm(account, session, form, problem)}</div>`,
  );
}

function summary(account: Account, session: CheckoutSession): Html {
  const items = account.lineItems.get(session.id) ?? [];
  const total = money(session.amount_total, session.currency);
  const monthly = session.mode === 'subscription';
  return html`<section aria-label="Order">
<h1>${monthly ? 'Subscribe' : 'Buy'}</h1>
<p class="price">${total}${monthly && html` <span class="small">per month</span>`}</p>
<dl>${items.map(
    (item) =>
      html`<div><dt>${item.description}${item.quantity > 1 && ` × ${item.quantity}`}</dt><dd>${money(item.amount_total, item.currency)}</dd></div>`,
  )}
<div><dt>Due today</dt><dd><strong>${total}</strong></dd></div></dl>
</section>`;
}

function payForm(account: Account, session: CheckoutSession, form: PaymentForm, problem: string | undefined): Html {
  const { address, locked } = account.checkouts.get(session.id)?.email ?? { address: null, locked: false };
  const email = form.email ?? address ?? '';
  return html`<form class="card" method="post" action="/payments/checkout/${session.id}">
${problem !== undefined && html`<p class="error" role="alert">${problem}</p>`}
<div class="field"><label for="email">Email</label>
${
  locked
    ? html`<input id="email" name="email" type="email" value="${address}" readonly>`
    : html`<input id="email" name="email" type="email" value="${email}" autocomplete="email" required>`
}</div>
<fieldset><legend>Payment method</legend>
<label><input type="radio" name="method" value="card"${form.method !== 'bank' && html` checked`}> Card</label>
<label><input type="radio" name="method" value="bank"${form.method === 'bank' && html` checked`}> Bank debit (settles later)</label></fieldset>
<div class="field"><label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" value="${form.card ?? '4242 4242 4242 4242'}" aria-describedby="cards"></div>
<p class="muted small" id="cards">4242 4242 4242 4242 pays; 4000 0000 0000 0002 is declined.</p>
<div class="pair">
<div class="field"><label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" inputmode="numeric" value="${form.expiry ?? '12 / 40'}"></div>
<div class="field"><label for="cvc">Security code</label>
<input id="cvc" name="cvc" inputmode="numeric" value="${form.cvc ?? '123'}"></div></div>
<div class="field"><label for="name">Name on card</label>
<input id="name" name="name" value="${form.name ?? ''}" autocomplete="name"></div>
<button class="main">Pay ${money(session.amount_total, session.currency)}</button>
<p class="cancel"><a href="${cancelUrl(account, session)}">Cancel</a></p>
</form>`;
}
