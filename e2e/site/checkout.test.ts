import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { SANDBOX_URL, SITE_URL } from './addresses.ts';
import { openPaymentPages } from './payment-pages.ts';
import { asUser, STANDARD_USER } from './signed-in.ts';
import { useSite } from './visits.ts';

const site = useSite();

describe('the checkout result', () => {
  test('is verified, and confirms a payment', async () => {
    let goOn = () => {};
    const { page, api } = await site.visit(
      '/checkout/success?session_id=cs_1',
      asUser(STANDARD_USER, {
        script(api) {
          api.answer(CALLS.verifyCheckoutSession, { paymentStatus: 'paid', amountTotal: 1_999 });
          goOn = api.hold(CALLS.verifyCheckoutSession);
        },
      }),
    );
    await page.getByRole('heading', { name: 'Checkout Processing' }).waitFor();
    await page.getByText('Verifying your payment...').waitFor();
    expect(await page.title()).toContain('Checkout Processing');
    goOn();
    await page.getByRole('heading', { name: 'Checkout Successful' }).waitFor();
    await page.getByText('Thank you for your purchase! Your subscription is now active.').waitFor();
    expect(await page.title()).toContain('Checkout Successful');
    expect(api.sent(CALLS.verifyCheckoutSession).map(({ body }) => body)).toEqual([{ sessionId: 'cs_1' }]);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL(`${SITE_URL}/app`);
  });

  test('without a session is invalid', async () => {
    const { page } = await site.visit('/checkout/success');
    await page.getByRole('heading', { name: 'Checkout Failed' }).waitFor();
    await page.getByText('Invalid checkout session - no session ID found').waitFor();
    expect(await page.title()).toContain('Checkout Failed');
    expect(await page.getByRole('link', { name: 'Return to Billing' }).getAttribute('href')).toBe('/billing');
  });

  test('shows the status of an unpaid session', async () => {
    const { page } = await site.visit(
      '/checkout/success?session_id=cs_1',
      asUser(STANDARD_USER, {
        script: (api) => api.answer(CALLS.verifyCheckoutSession, { paymentStatus: 'unpaid', amountTotal: 1_999 }),
      }),
    );
    await page.getByText('Payment status: unpaid').waitFor();
    await page.getByRole('link', { name: 'Return to Billing' }).click();
    await page.waitForURL(`${SITE_URL}/billing`);
  });

  test('can’t be verified for a visitor, and says which account gets the license', async () => {
    const { page } = await site.visit('/checkout/success?session_id=cs_1', {
      script(api, trouble) {
        api.fail(CALLS.verifyCheckoutSession, 401, ['Please sign in.']);
        trouble.expect(/401/);
      },
    });
    await page.getByRole('heading', { name: 'Checkout Failed' }).waitFor();
    await page.getByText('Failed to verify your payment. Please contact support.').waitFor();
    expect(await page.getByRole('link', { name: 'Return to Billing' }).getAttribute('href')).toBe('/billing');
    await page.getByText('The license belongs to the email address you paid with').waitFor();
    expect(await page.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${SITE_URL}/login`);
  });

  test.each([404, 503])('says whom to contact if verification fails with %i', async (status) => {
    const { page } = await site.visit(
      '/checkout/success?session_id=cs_1',
      asUser(STANDARD_USER, {
        script(api, trouble) {
          api.fail(CALLS.verifyCheckoutSession, status, ['There is nothing here.']);
          trouble.expect(/There is nothing here\./);
        },
      }),
    );
    await page.getByText('Failed to verify your payment. Please contact support.').waitFor();
  });
});

test('a canceled checkout says that nothing was charged', async () => {
  const { page } = await site.visit('/checkout/cancelled', asUser());
  await page.getByRole('heading', { name: 'Checkout Cancelled' }).waitFor();
  await page.getByText('Your checkout process was cancelled.').waitFor();
  await page.getByText('No charges have been made to your account.').waitFor();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await page.waitForURL(`${SITE_URL}/app`);
});

test('/purchase announces the redirect, goes to the payment link, and is skipped when going back', async () => {
  const { page, context } = await site.visit('/terms', { context: {} });
  await context.addInitScript(`new MutationObserver(() => {
    if (document.body?.innerText.includes('Redirecting to checkout...')) sessionStorage.wasSaid = 'yes';
  }).observe(document, { childList: true, subtree: true })`);
  await openPaymentPages(context);
  await page.goto(`${SITE_URL}/purchase`, { waitUntil: 'commit' });
  await page.waitForURL(`${SANDBOX_URL}/payments/link/standard`);
  await page.goBack();
  expect(page.url()).toBe(`${SITE_URL}/terms`);
  expect(await page.evaluate('sessionStorage.wasSaid')).toBe('yes');
});
