import { html } from '../html.ts';
import { renderPage } from '../web-page.ts';
import { TEST_ACCOUNTS } from './accounts.ts';

const STANDS_FOR = 'Sign in with Google';

/** The page for choosing an account. Its forms post to the page's own address; `choice.ts` reads them. */
export function renderAccountPage(site: string): string {
  return renderPage({
    title: 'Choose an account',
    standsFor: STANDS_FOR,
    body: html`
<p class="quiet">to continue to ${site}</p>
<form method="post" class="card">
<ul class="plain accounts">
${TEST_ACCOUNTS.map(
  ({ email, emailVerified }) => html`<li><button name="choice" value="${email}">${email}</button>${
    emailVerified ? '' : html`<span class="quiet small">The email address isn't verified.</span>`
  }</li>
`,
)}</ul>
</form>
<form method="post" class="card">
<h2>Another account</h2>
<label>E-mail address <input name="email" type="email" required autocomplete="off"></label>
<label class="check"><input name="verified" type="checkbox" value="yes" checked> The e-mail address is verified</label>
<label>Google’s identifier (sub) <input name="sub" maxlength="255" autocomplete="off" placeholder="follows from the address"></label>
<label>Domain of the organization (hd) <input name="hostedDomain" maxlength="255" autocomplete="off" placeholder="none"></label>
<button class="main" name="choice" value="another">Continue</button>
</form>
<form method="post"><button name="choice" value="cancel">Cancel</button></form>
<style>
.accounts { display: grid; gap: .5rem; }
.accounts button { width: 100%; text-align: left; overflow-wrap: anywhere; }
</style>`,
  });
}

export function renderExpiredPage(): string {
  return renderPage({
    title: 'This sign-in has expired',
    standsFor: STANDS_FOR,
    body: html`<p class="card">Go back to the site and start again.</p>`,
  });
}

export function renderUnreadablePage(): string {
  return renderPage({
    title: 'That is no account',
    standsFor: STANDS_FOR,
    body: html`<p class="card">Choose an account from the list, or enter a valid email address. Go back and try again.</p>`,
  });
}
