// The site with the real server, and the sandbox as the outside world: nothing is faked in the browser.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { findFreePort } from '../server/free-port.ts';
import { type OutsideWorldProcess, outsideWorldVariables, startOutsideWorld } from '../server/outside-world-process.ts';
import { PaymentsControl } from '../server/payments-control.ts';
import { ServerProcess } from '../server/server-process.ts';
import { SITE_URL } from './addresses.ts';
import { open, Site } from './visits.ts';

const PASSWORD = 'a password of eight or more';

let sandbox: OutsideWorldProcess;
let server: ServerProcess;
let site: Site;

beforeAll(async () => {
  const smtpPort = await findFreePort();
  sandbox = await startOutsideWorld({ SITE_PORT: '3000', SANDBOX_SMTP_PORT: String(smtpPort) });
  server = await ServerProcess.start({
    DATA_DIR: scratchFolder(),
    ...outsideWorldVariables(sandbox.url, smtpPort),
  });
  await new PaymentsControl(sandbox.url).sendWebhooksTo(`${server.url}/billing/webhook`);
  site = await Site.over({ serverUrl: server.url, sandboxUrl: sandbox.url });
});
afterEach(() => site?.closeBrowsers());
afterAll(async () => {
  await site?.stop();
  await server?.stop();
});

async function openSite(path: string) {
  const { context, trouble } = await site.openBrowser();
  const page = await context.newPage();
  await open(page, path);
  return { page, trouble };
}

/** Waits for the newest email to an address, and returns its link. */
async function mailedLink(address: string): Promise<string> {
  return vi.waitUntil(
    async () => {
      const response = await fetch(`${sandbox.url}/messages?to=${encodeURIComponent(address)}`);
      const { messages } = (await response.json()) as { messages: { links: string[] }[] };
      return messages[0]?.links.find((link) => link.includes('/verify-email'));
    },
    { timeout: 300_000, interval: 100 },
  );
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click();
  await page.waitForURL(`${SITE_URL}/login`);
}

test('a visitor registers, verifies, signs in, becomes Standard, manages the subscription, and logs out', {
  timeout: 300_000,
}, async () => {
  const email = 'buyer@example.com';
  const { page } = await openSite('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByText('Registration Successful!').waitFor();

  const link = await mailedLink(email);
  expect(link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=/);
  await page.goto(link);
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText('Your email has been verified successfully! Please log in.').waitFor();

  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${SITE_URL}/app`);
  await page.getByRole('heading', { name: `Usage Stats for ${email}` }).waitFor();

  await page.getByRole('link', { name: 'Billing' }).locator('visible=true').click();
  await page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
  await page.getByRole('button', { name: 'Upgrade' }).click();
  await page.waitForURL(`${sandbox.url}/payments/checkout/*`);
  await page.getByLabel('Name on card').fill('A Buyer');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(`${SITE_URL}/checkout/success?session_id=*`);
  await page.getByText('Thank you for your purchase! Your subscription is now active.').waitFor();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();

  await page.getByRole('link', { name: 'Billing' }).locator('visible=true').click();
  await page.getByText("You're on the Standard Plan").waitFor();
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await page.waitForURL(`${sandbox.url}/payments/portal/*`);
  await page.goto(`${SITE_URL}/app`);
  await logOut(page);
});

test('a visitor signs in with Google, and logs out', { timeout: 300_000 }, async () => {
  const { page } = await openSite('/login');
  await page.getByText('Sign in with Google').click();
  await page.waitForURL(`${sandbox.url}/google/**`);
  await page.getByLabel('E-mail address', { exact: true }).fill('googler@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${SITE_URL}/app`);
  await page.getByText('Successfully signed in with Google!').waitFor();
  await page.getByRole('heading', { name: 'Usage Stats for googler@example.com' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Usage Stats for googler@example.com' }).waitFor();
  await logOut(page);
});

test('a visitor who cancels at Google sees a message on the sign-in page', async () => {
  const { page, trouble } = await openSite('/login');
  trouble.expect(/status of 400 /);
  await page.getByText('Sign in with Google').click();
  await page.waitForURL(`${sandbox.url}/google/**`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText(/^Google authentication failed: /).waitFor();
});
