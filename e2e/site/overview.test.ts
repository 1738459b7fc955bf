import { CALLS } from '@workspace/contract/calls';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { untilFocused } from './focus.ts';
import { answerForUser, asUser, BETA_TESTER, STANDARD_USER, storageOf, USAGE } from './signed-in.ts';
import { tickUntil, useSite, useVisit } from './visits.ts';

const site = useSite();

/** A table's texts, row by row. */
async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table.getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

describe('the overview', () => {
  const visit = useVisit('/app', asUser());

  test('has a card with the product’s name and what it is for', async () => {
    const { page } = visit();
    await page.getByRole('heading', { name: 'Saykey', exact: true }).waitFor();
    await page.getByText('Open the app on your Mac to start voice typing').waitFor();
    expect(await page.getByRole('link', { name: 'Download App' }).getAttribute('href')).toBe('/app/download');
  });

  test('shows usage in two tables, and as bars', async () => {
    const { page } = visit();
    await page.getByRole('heading', { name: `Usage Stats for ${BETA_TESTER.email}` }).waitFor();
    await page.getByRole('button', { name: /March 2025/ }).waitFor();
    const days = await rowsOf(page.getByRole('table', { name: 'Last 7 Days' }));
    expect(days[0]).toEqual(['Date', 'Duration']);
    expect(days.slice(1)).toEqual([
      ['Thu, Mar 6', '1d 2h 3m 4s'],
      ['Wed, Mar 5', '1h'],
      ['Tue, Mar 4', '59s'],
      ['Mon, Mar 3', '0s'],
    ]);
    expect(await page.locator('time[datetime="2025-03-06"]').innerText()).toBe('Thu, Mar 6');
    const months = await rowsOf(page.getByRole('table', { name: 'Monthly' }));
    expect(months[0]).toEqual(['Month', 'Duration']);
    expect(months.slice(1)).toEqual([
      ['March 2025', '1d 3h 4m 3s'],
      ['February 2025', '2h 2m 5s'],
    ]);
    expect(await page.getByText('Three steps to your first sentence').count()).toBe(0);
    await page.getByRole('img', { name: /last 7 days/ }).waitFor();
  });

  test('shows beta testers what is left of their allowance', async () => {
    const { page, api } = visit();
    await api.untilSent(CALLS.getEntitlement);
    await page.getByText('50m').first().waitFor();
  });
});

describe('the launch card', () => {
  test('opens the app with a link that holds the setup token, and goes to the downloads 2 seconds later', async () => {
    const { page, api } = await site.visit('/app', asUser(BETA_TESTER, { isClockStopped: true }));
    const launched: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith('saykey:')) launched.push(request.url());
    });
    api.answer(CALLS.generateSetupToken, { token: 'setup+token' });
    const goOn = api.hold(CALLS.generateSetupToken);
    await page.getByRole('button', { name: 'Open in Mac App' }).click();
    const launching = page.getByRole('button', { name: 'Launching...' });
    await tickUntil(page, () => launching.isVisible());
    expect(await launching.isDisabled()).toBe(true);
    goOn();
    await tickUntil(page, () => launched.length > 0);
    expect(launched).toEqual(['saykey://setup?token=setup%2Btoken']);
    expect(await page.getByRole('button', { name: 'Open in Mac App' }).isDisabled()).toBe(true);
    await page.clock.runFor(1_900);
    expect(page.url()).toBe(`${SITE_URL}/app`);
    await page.clock.runFor(200);
    await tickUntil(page, () => page.getByRole('heading', { name: 'Did Saykey open?' }).isVisible());
    expect(page.url()).toBe(`${SITE_URL}/app/download`);
    await page.getByText('If nothing happened, the app is probably not on this Mac yet.').waitFor();
    const [sent] = api.sent(CALLS.generateSetupToken);
    expect(sent?.body).toBeUndefined();
    expect(sent?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer /),
      'content-type': 'application/json',
    });
  });

  test('goes to the downloads immediately if there is no token, and logs why to the console', async () => {
    const { page, api, trouble } = await site.visit('/app', asUser());
    api.fail(CALLS.generateSetupToken, 500, ['Something went wrong on our side.']);
    trouble.expect(/Something went wrong on our side\./);
    await page.getByRole('button', { name: 'Open in Mac App' }).click();
    await page.waitForURL(`${SITE_URL}/app/download`);
    await page.getByRole('heading', { name: "Saykey couldn't be opened" }).waitFor();
  });
});

describe('usage', () => {
  test('of a month opens and closes by mouse and by keyboard', async () => {
    const { page, api } = await site.visit('/app', asUser());
    api.answer(CALLS.getMonthlyUsage, { month: '2025-02', daily: [{ date: '2025-02-14', totalSeconds: 7_325 }] });
    const goOn = api.hold(CALLS.getMonthlyUsage);
    await page
      .getByRole('table', { name: 'Monthly' })
      .getByRole('row', { name: /February 2025/ })
      .click();
    await page.getByText('Loading monthly usage details...').waitFor();
    goOn();
    await page.getByRole('heading', { name: 'Usage for February 2025' }).waitFor();
    await page.getByRole('cell', { name: '2h 2m 5s' }).waitFor();
    expect(await rowsOf(page.getByRole('table').last())).toEqual([
      ['Date', 'Duration'],
      ['Fri, Feb 14', '2h 2m 5s'],
    ]);
    expect(api.sent(CALLS.getMonthlyUsage).map(({ path }) => path)).toEqual(['/usage/2025-02']);
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    const month = page.getByRole('button', { name: /February 2025/ });
    await month.waitFor();
    await untilFocused(month);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Usage for February 2025' }).waitFor();
    // It is cached for 5 minutes.
    expect(api.sent(CALLS.getMonthlyUsage)).toHaveLength(1);
  });

  test('says that it is loading', async () => {
    let goOn = () => {};
    const { page } = await site.visit('/app', {
      storage: storageOf(),
      script(api) {
        answerForUser(api);
        goOn = api.hold(CALLS.getUsage);
      },
    });
    await page.getByText('Loading usage stats...').waitFor();
    goOn();
    await page.getByText('1d 2h 3m 4s').first().waitFor();
  });

  test('that can’t be loaded is requested once more, then reported', async () => {
    const { page, api } = await site.visit('/app', {
      storage: storageOf(),
      script(api, trouble) {
        answerForUser(api);
        api.fail(CALLS.getUsage, 500, ['Something went wrong on our side.']);
        trouble.expect(/Something went wrong on our side\./);
      },
    });
    await page.getByText('Error loading usage stats.').waitFor();
    expect(api.sent(CALLS.getUsage)).toHaveLength(2);
  });

  test('of a month that can’t be loaded is reported', async () => {
    const { page, api, trouble } = await site.visit('/app', asUser());
    api.fail(CALLS.getMonthlyUsage, 500);
    trouble.expect(/An error occurred/);
    await page.getByRole('button', { name: /March 2025/ }).click();
    await page.getByText('Error loading monthly usage details.').waitFor();
  });

  test('of a month whose response lacks its days is reported, with the reason in the console', async () => {
    const { page, api, trouble } = await site.visit('/app', asUser());
    trouble.expect(/Invalid response for monthly usage details of 2025-03/);
    api.answerRaw(CALLS.getMonthlyUsage, { data: { month: '2025-03' } });
    await page.getByRole('button', { name: /March 2025/ }).click();
    await page.getByText('Error loading monthly usage details.').waitFor();
    await trouble.untilExpectedHappened();
  });

  test('is reloaded by Refresh, which shows progress', async () => {
    const { page, api } = await site.visit('/app', asUser());
    await page.getByRole('button', { name: /March 2025/ }).waitFor();
    api.answer(CALLS.getUsage, { ...USAGE, monthly: [{ month: '2025-03', totalSeconds: 1 }] });
    const goOn = api.hold(CALLS.getUsage);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Refreshing...' }).waitFor();
    goOn();
    await page.getByRole('row', { name: /March 2025 1s/ }).waitFor();
    expect(api.sent(CALLS.getUsage)).toHaveLength(2);
  });

  test('is fresh for 5 minutes', async () => {
    const { page, api } = await site.visit('/app', asUser(BETA_TESTER, { context: {} }));
    const visitSettings = async () => {
      await page.getByRole('link', { name: 'Settings' }).locator('visible=true').click();
      await page.getByRole('heading', { name: 'Email Settings' }).waitFor();
      await page.getByRole('link', { name: 'Overview' }).locator('visible=true').click();
      await page.getByRole('button', { name: /March 2025/ }).waitFor();
    };
    await page.getByRole('button', { name: /March 2025/ }).waitFor();
    await page.getByText('50m').first().waitFor();
    const shownAt = (await page.evaluate('Date.now()')) as number;
    // Only the time of day changes: no pending call times out.
    await page.clock.setSystemTime(shownAt + 200_000);
    await visitSettings();
    expect(api.sent(CALLS.getUsage)).toHaveLength(1);
    await page.clock.setSystemTime(shownAt + 301_000);
    await visitSettings();
    await api.untilSent(CALLS.getUsage, 2);
  });

  test('that doesn’t exist yet says how to start, and still has its tables', async () => {
    const { page } = await site.visit('/app', {
      storage: storageOf(),
      script(api) {
        answerForUser(api);
        api.answer(CALLS.getUsage, { daily: [], monthly: [] });
      },
    });
    await page.getByRole('heading', { name: 'Three steps to your first sentence' }).waitFor();
    expect(await rowsOf(page.getByRole('table', { name: 'Monthly' }))).toEqual([['Month', 'Duration']]);
    await page.getByText('Monthly totals appear here.').waitFor();
  });
});

test('Standard subscribers see no allowance', async () => {
  const { page, api } = await site.visit('/app', asUser(STANDARD_USER));
  await page.getByRole('button', { name: /March 2025/ }).waitFor();
  expect(api.sent(CALLS.getEntitlement)).toEqual([]);
});

test('signed-out users are sent to the sign-in page', async () => {
  const { page } = await site.visit('/app');
  await page.waitForURL(`${SITE_URL}/login`);
});
