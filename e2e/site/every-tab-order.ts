import { CALLS } from '@workspace/contract/calls';
import type { BrowserContext, Page } from 'playwright-core';
import type { FakeApi } from './fake-api.ts';
import { answerForUser, asUser, BETA_TESTER, RELEASE, STANDARD_USER } from './signed-in.ts';
import { expectTabOrder } from './tab-stops.ts';
import { open, type useSite } from './visits.ts';

const answerRelease = (api: FakeApi) => api.answer(CALLS.getLatestRelease, RELEASE);

/** With what is there once the page is. */
const PUBLIC = {
  '/': 'Hold. Speak. Let go.',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/confirmed': "You're In!",
  '/announcement': 'Meet Saykey: hold a key, and talk',
  '/measurements': 'How we measured',
  '/no/such/page': 'Page Not Found',
  '/login': 'Sign in to your account',
  '/register': 'Create your account',
  '/reset-password?token=abc': 'Choose a new password',
  '/reset-password': 'Choose a new password',
  '/link-google': 'Please check your email',
  '/link-google?token=abc': 'Link your Google account',
  '/checkout/success': 'Checkout Failed',
  '/checkout/cancelled': 'Checkout Cancelled',
};
const ACCOUNT = {
  '/app': /^March 2025/,
  '/app/settings': 'Sign out Studio Mac',
  '/app/download': 'Copy the checksum',
  '/app/billing': 'Upgrade',
};

/** Has the page load and show all that it does later. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.locator('#faq summary').last().waitFor();
  await page.locator('#download').scrollIntoViewIfNeeded();
  await page.getByText(RELEASE.sha256).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

/** Opens a path in a tab of its own, and goes through it once it is `ready`. */
async function expectTabOrderAt(
  context: BrowserContext,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await context.newPage();
  await open(page, path);
  await ready(page);
  await expectTabOrder(page).catch((error: unknown) => {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  });
  await page.close();
}

/** What a theme changes is the same at each width. */
export const LOOKS = [
  ['light', 1_280],
  ['dark', 360],
] as const;

type Look = (typeof LOOKS)[number];
type Site = ReturnType<typeof useSite>;

const optionsOf = ([colorScheme, width]: Look) => ({ context: { viewport: { width, height: 800 }, colorScheme } });

/** Goes through all pages that anybody sees. */
export async function expectTabOrderForEverybody(site: Site, look: Look): Promise<void> {
  const { context, trouble } = await site.visit('/terms', { ...optionsOf(look), script: answerRelease });
  trouble.expect(/status of 404 /);
  for (const [path, name] of Object.entries(PUBLIC)) {
    await expectTabOrderAt(context, path, async (page) => {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      if (path === '/') await readToTheEnd(page);
    });
  }
}

/** Goes through all pages of the signed-in area. */
export async function expectTabOrderSignedIn(site: Site, look: Look): Promise<void> {
  const { context, api } = await site.visit('/terms', asUser(BETA_TESTER, optionsOf(look)));
  for (const [path, name] of Object.entries(ACCOUNT)) {
    await expectTabOrderAt(context, path, (page) => page.getByRole('button', { name }).waitFor());
  }
  answerForUser(api, STANDARD_USER);
  await expectTabOrderAt(context, '/app/billing', (page) =>
    page.getByRole('button', { name: 'Manage Subscription' }).waitFor(),
  );
}
