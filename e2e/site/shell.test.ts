import { describe, expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { untilFocused } from './focus.ts';
import { asUser, BETA_TESTER } from './signed-in.ts';
import { declineTracking, open, useSite } from './visits.ts';

const site = useSite();

/** The code of a page. */
const FAILING_PAGE = `export const meta = () => [];
export default () => { throw new Error('A page that fails'); };`;

const ENTRIES = [
  ['Overview', '/app'],
  ['Settings', '/app/settings'],
  ['Downloads', '/app/download'],
  ['Billing', '/app/billing'],
];

describe.each([
  ['wide', 1_280],
  ['narrow', 360],
])('on a %s screen', (_, width) => {
  test('the shell shows its entries, the user, the theme button and the log-out button', async () => {
    const { page } = await site.visit('/app', asUser(BETA_TESTER, { context: { viewport: { width, height: 800 } } }));
    const navigation = page.getByRole('navigation', { name: 'Account' });
    await navigation.getByRole('link').first().waitFor();
    const links = await navigation.getByRole('link').all();
    const entries = await Promise.all(
      links.map(async (link) => [await link.innerText(), await link.getAttribute('href')]),
    );
    expect(entries).toEqual(ENTRIES);
    await page.getByText(BETA_TESTER.email, { exact: true }).locator('visible=true').first().waitFor();
    await page.getByText('w', { exact: true }).locator('visible=true').waitFor();
    await page.getByRole('button', { name: 'Use dark theme' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).locator('visible=true').waitFor();
  });

  test('each entry leads to its page, and is marked as current there', async () => {
    const { page } = await site.visit('/app', asUser(BETA_TESTER, { context: { viewport: { width, height: 800 } } }));
    for (const [name = '', path = ''] of ENTRIES.toReversed()) {
      const link = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name });
      await link.click();
      await page.waitForURL(SITE_URL + path);
      await link.and(page.locator('[aria-current=page]')).waitFor();
      expect(await page.title()).toContain('Saykey');
    }
  });
});

test('the sidebar collapses, and stays collapsed after a reload', async () => {
  const { page } = await site.visit('/app', asUser());
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor();
});

test('the navigation can be skipped', async () => {
  const { page } = await site.visit('/app/settings', asUser());
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await untilFocused(skip);
  await page.keyboard.press('Enter');
  await untilFocused(page.locator('#content'));
});

test('downloads state the version, requirements, checksum, and how to verify it', async () => {
  const { page, context } = await site.visit('/app/download', asUser());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('a'.repeat(64)).first().waitFor();
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('0.5.5');
  expect(text).toMatch(/macOS 12\.0 or later/);
  expect(text).toMatch(/shasum -a 256/);
  await page.getByRole('button', { name: /Copy/ }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('a'.repeat(64));
});

test('going offline is announced, and so is coming back online', async () => {
  const { context } = await site.openBrowser();
  // A page view still on its way would fail, so none is sent.
  await declineTracking(context);
  const page = await context.newPage();
  await open(page, '/terms');
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
});

test('an unexpected error shows the error screen, with an id and a link home', async () => {
  const { page, context, trouble } = await site.visit('/terms');
  trouble.expect(/Unexpected error [0-9a-f]{8}/);
  trouble.expect(/A page that fails/);
  await context.route('**/assets/privacy-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FAILING_PAGE }),
  );
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /Privacy/ })
    .click();
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await page.getByText(/^Error [0-9a-f]{8}$/).waitFor();
  expect(await page.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
});
