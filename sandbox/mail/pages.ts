import { Html, html } from '../html.ts';
import { renderPage } from '../web-page.ts';
import type { Message } from './inbox.ts';
import { WEB_ADDRESS } from './read-message.ts';

const STANDS_FOR = 'everybody’s mailboxes';

/** Renders the list of messages; the page reloads itself when the newest message changes. */
export function renderInbox(messages: readonly Message[], to: string | undefined): string {
  const newest = messages[0]?.id ?? '';
  return renderPage({
    title: to === undefined ? 'Mail' : `Mail to ${to}`,
    standsFor: STANDS_FOR,
    body: html`
${
  messages.length === 0
    ? html`<p class="card quiet">No mail yet. Emails that the server sends appear here.</p>`
    : html`<ul class="plain card list">${messages.map(renderEntry)}</ul>
<form method="post" action="/mail/clear"><button>Delete all</button></form>`
}
${to === undefined ? '' : html`<p><a href="/mail">All mail</a></p>`}
<style>
ul.list { padding: 0; margin-bottom: 1rem; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: block; padding: .75rem 1rem; color: inherit; text-decoration: none; }
.list a:hover { background: var(--ground); }
.list strong, .list .quiet { display: block; overflow-wrap: anywhere; }
</style>
<script>
setInterval(async () => {
  const response = await fetch('/mail/newest' + location.search).catch(() => undefined);
  if (response?.ok && (await response.text()) !== '${newest}') location.reload();
}, 2000);
</script>`,
  });
}

function renderEntry({ id, subject, to, date, from }: Message): Html {
  return html`<li><a href="/mail/${id}"><strong>${subject}</strong><span class="quiet small">to ${to.join(', ')}
    · from ${from} · ${readableTime(date)}</span></a></li>
`;
}

/** Renders one message: its HTML, its text, and a link to its source. */
export function renderMessage({ id, subject, from, to, date, html: body, text }: Message): string {
  return renderPage({
    title: subject,
    standsFor: STANDS_FOR,
    body: html`
<p><a href="/mail">All mail</a></p>
<dl class="card small">
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to.map((address) => html`<a href="/mail?to=${encodeURIComponent(address)}">${address}</a> `)}</dd>
<dt>Date</dt><dd>${readableTime(date)}</dd>
</dl>
${body === undefined ? '' : html`<iframe title="The message" srcdoc="${forFrame(body)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
${text === undefined ? '' : html`<details class="card"${body === undefined ? new Html(' open') : ''}><summary>As text</summary><pre>${linkify(text)}</pre></details>`}
<p><a href="/messages/${id}/raw">As it came</a></p>
<style>
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 36rem; background: #fff; color-scheme: light; border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0; }
summary { cursor: pointer; font-weight: 600; }
</style>`,
  });
}

/** Makes a message's links open in a new tab. */
function forFrame(body: string): string {
  return `${body}<base target="_blank">`;
}

function linkify(text: string): Html[] {
  return text
    .split(new RegExp(`(${WEB_ADDRESS.source})`))
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank">${part}</a>`));
}

function readableTime(date: string): string {
  return `${date.slice(0, 16).replace('T', ' ')} UTC`;
}
