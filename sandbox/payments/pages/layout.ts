import { Html, html } from '../../html.ts';
import { STYLE } from './style.ts';

/** A complete page. */
export function layout(title: string, content: Html, { wide = false } = {}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · payments stand-in</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<div class="banner" role="note">A stand-in for the payment provider, for development. No money moves; enter nothing real.</div>
<main${new Html(wide ? ' class="wide"' : '')}>${content}</main>
</body>
</html>`.text;
}

/** A page with a single message. */
export function messagePage(title: string, text: string, link?: { href: string; label: string }): string {
  return layout(
    title,
    html`<div class="card"><h1>${title}</h1><p>${text}</p>${
      link !== undefined && html`<a class="button" href="${link.href}">${link.label}</a>`
    }</div>`,
  );
}

/** A status badge in a matching color. */
export function tag(state: string): Html {
  const kind = GOOD.has(state) ? ' good' : BAD.has(state) ? ' bad' : '';
  return html`<span class="tag${kind}">${state.replaceAll('_', ' ')}</span>`;
}

const GOOD = new Set(['active', 'paid', 'succeeded', 'complete', 'won', 'delivered']);
const BAD = new Set(['failed', 'past_due', 'unpaid', 'canceled', 'incomplete_expired', 'lost', 'disputed', 'given up']);

/** A formatted amount, such as `$19.99`. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** A formatted date; `seconds` since 1970. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}
