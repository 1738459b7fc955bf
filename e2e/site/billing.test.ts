import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { API_URL, SANDBOX_URL, SITE_URL } from './addresses.ts';
import type { FakeApi } from './fake-api.ts';
import { openPaymentPages } from './payment-pages.ts';
import { answerForUser, asUser, BETA_TESTER, STANDARD_USER, storageOf } from './signed-in.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('the plan is fetched once when the page opens, and when the user asks for it', async () => {
  let track = () => {};
  const script = (api: FakeApi) => {
    track = api.hold(CALLS.track);
  };
  const { page, api } = await site.visit('/app/billing', asUser(STANDARD_USER, { isClockStopped: true, script }));
  await page.getByText("You're on the Standard Plan").waitFor();
  // A pending call would time out when the clock advances.
  const tracked = page.waitForResponse(API_URL + CALLS.track.path);
  track();
  await (await tracked).finished();
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.clock.runFor(60_000);
  // The surrounding shell asks at the same moment, and gets the same response.
  expect(api.sent(CALLS.getMe)).toHaveLength(1);
  api.answer(CALLS.getMe, BETA_TESTER);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
  expect(api.sent(CALLS.getMe)).toHaveLength(2);
});

test('the plan is fetched again when the user comes from another account page', async () => {
  const { page, api } = await site.visit('/app/settings', asUser());
  await api.untilSent(CALLS.getMe);
  await page.getByRole('link', { name: 'Billing' }).locator('visible=true').click();
  await page.getByRole('heading', { name: 'Available Plans' }).waitFor();
  await api.untilSent(CALLS.getMe, 2);
  expect(api.sent(CALLS.getMe)).toHaveLength(2);
});

test('license owners see that it was a one-time payment', async () => {
  const subscription = { ...STANDARD_USER.subscription, source: 'license', currentPeriodEnd: null };
  const license = { ...STANDARD_USER, subscription } as typeof STANDARD_USER;
  const { page } = await site.visit('/app/billing', asUser(license));
  await page.getByText("You're on the Standard Plan").waitFor();
  await page.getByText('Paid once', { exact: true }).waitFor();
  await page.getByText('Nothing renews, and nothing more will be charged.').waitFor();
  await page.getByText('$19.99/month').waitFor();
});

describe.each(['/app/billing', '/billing'])('%s', (path) => {
  test('shows beta testers their plan and the available plans', async () => {
    const { page } = await site.visit(path, asUser());
    await page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
    await page.getByText('Limited access during beta testing period').waitFor();
    await page.getByRole('heading', { name: 'Available Plans' }).waitFor();
    const [beta, standard] = await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .all();
    expect(await beta?.innerText()).toMatch(
      /^Beta Tester\s+\$0\s*\/month\s+The free trial: .*1 hour in any 7 days.*\s+Current Plan$/,
    );
    expect(await standard?.innerText()).toMatch(/^Standard\s+\$19\.99\s*\/month\s/);
    expect(await standard?.getByRole('listitem').count()).toBe(8);
    expect(await page.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Upgrade' }).waitFor();
  });

  test('shows Standard subscribers theirs', async () => {
    const { page } = await site.visit(path, asUser(STANDARD_USER));
    await page.getByText("You're on the Standard Plan").waitFor();
    await page.getByText('$19.99').waitFor();
    await page.getByText('Real-Time Push-to-Talk Transcription').waitFor();
    await page.getByText('Unlimited Usage*').waitFor();
    expect(await page.getByRole('main').locator('a[href="/terms"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Manage Subscription' }).waitFor();
  });

  test('sends signed-out users to the sign-in page', async () => {
    const { page } = await site.visit(path);
    await page.waitForURL(`${SITE_URL}/login`);
  });
});

test('a user who became Standard elsewhere sees it as soon as the plan is fetched', async () => {
  const { page, api } = await site.visit('/app/billing', {
    storage: storageOf(BETA_TESTER),
    script: (api) => answerForUser(api, STANDARD_USER),
  });
  await page.getByText("You're on the Standard Plan").waitFor();
  expect(api.sent(CALLS.getMe).length).toBeGreaterThanOrEqual(1);
});

test('a subscription to another price is not Standard', async () => {
  const subscription = { ...STANDARD_USER.subscription, priceId: 'price_other' } as typeof STANDARD_USER.subscription;
  const { page } = await site.visit('/app/billing', asUser({ ...STANDARD_USER, subscription }));
  await page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
});

describe('upgrading', () => {
  test('leads to the checkout page, and shows progress until then', async () => {
    const { page, context, api } = await site.visit('/app/billing', asUser());
    await openPaymentPages(context);
    api.answer(CALLS.createCheckoutSession, { url: `${SANDBOX_URL}/payments/checkout/1` });
    const goOn = api.hold(CALLS.createCheckoutSession);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    const processing = page.getByRole('button', { name: 'Processing...' });
    await processing.waitFor();
    expect(await processing.isDisabled()).toBe(true);
    goOn();
    await page.waitForURL(`${SANDBOX_URL}/payments/checkout/1`);
    expect(api.sent(CALLS.createCheckoutSession).map(({ body }) => body)).toEqual([
      { priceId: 'price_sandbox_standard' },
    ]);
  });

  test('shows a failure, and can be tried again', async () => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser());
    api.fail(CALLS.createCheckoutSession, 503, ['The payment provider cannot be reached right now.']);
    trouble.expect(/The payment provider cannot be reached right now\./);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await page.getByText('Checkout Error', { exact: true }).waitFor();
    await page.getByText('There was a problem initiating checkout. Please try again.').waitFor();
    expect(await page.getByRole('button', { name: 'Upgrade' }).isEnabled()).toBe(true);
  });

  test('fails for a user who became Standard in another tab, and shows the plan', async () => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser());
    await page.getByRole('button', { name: 'Upgrade' }).waitFor();
    api.fail(CALLS.createCheckoutSession, 409, ['You are on the Standard plan already.']);
    trouble.expect(/You are on the Standard plan already\./);
    answerForUser(api, STANDARD_USER);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await page.getByText('Checkout Error', { exact: true }).waitFor();
    await page.getByText('There was a problem initiating checkout. Please try again.').waitFor();
    await page.getByText("You're on the Standard Plan").waitFor();
  });

  test('leads only to web addresses', async () => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser());
    api.answer(CALLS.createCheckoutSession, { url: 'javascript:document.title="run"' });
    trouble.expect(/Not a web address\./);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await page.getByText('Checkout Error', { exact: true }).waitFor();
    expect(await page.title()).toBe('Billing · Saykey');
  });

  test.each([{}, { url: '' }])(
    'reports a response without an address, with the reason in the console',
    async (data) => {
      const { page, api, trouble } = await site.visit('/app/billing', asUser());
      api.answerRaw(CALLS.createCheckoutSession, { data });
      trouble.expect(/No checkout URL returned/);
      await page.getByRole('button', { name: 'Upgrade' }).click();
      await page.getByText('Checkout Error', { exact: true }).waitFor();
    },
  );
});

describe('managing the subscription', () => {
  test('leads to the portal, and shows progress until then', async () => {
    const { page, context, api } = await site.visit('/app/billing', asUser(STANDARD_USER));
    await openPaymentPages(context);
    api.answer(CALLS.createPortalSession, { url: `${SANDBOX_URL}/payments/portal/1` });
    const goOn = api.hold(CALLS.createPortalSession);
    await page.getByRole('button', { name: 'Manage Subscription' }).click();
    const redirecting = page.getByRole('button', { name: 'Redirecting...' });
    await redirecting.waitFor();
    expect(await redirecting.isDisabled()).toBe(true);
    goOn();
    await page.waitForURL(`${SANDBOX_URL}/payments/portal/1`);
  });

  test('shows a failure, and can be tried again', async () => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser(STANDARD_USER));
    api.fail(CALLS.createPortalSession, 500);
    trouble.expect(/An error occurred/);
    await page.getByRole('button', { name: 'Manage Subscription' }).click();
    await page.getByText('Portal Access Error', { exact: true }).waitFor();
    await page.getByText('Unable to access the billing portal. Please try again later.').waitFor();
    expect(await page.getByRole('button', { name: 'Manage Subscription' }).isEnabled()).toBe(true);
  });

  test('reports a response without an address, with the reason in the console', async () => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser(STANDARD_USER));
    api.answerRaw(CALLS.createPortalSession, { data: {} });
    trouble.expect(/No portal URL returned/);
    await page.getByRole('button', { name: 'Manage Subscription' }).click();
    await page.getByText('Portal Access Error', { exact: true }).waitFor();
  });
});
