import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { answerForUser, BETA_TESTER, STANDARD_USER, storageOf } from './signed-in.ts';
import { open, type useSite } from './visits.ts';

const PUBLIC = ['/', '/privacy', '/terms', '/contact', '/confirmed', '/announcement', '/measurements', '/no/such/page'];
const SIGN_IN = [
  '/login',
  '/register',
  '/reset-password?token=abc',
  '/link-google',
  '/link-google?token=abc',
  '/checkout/success',
  '/checkout/cancelled',
];
const ACCOUNT = ['/app', '/app/settings', '/app/download', '/app/billing', '/billing'];

/** Opens all pages one after the other, in browsers of visitors, beta testers and subscribers. */
export async function forEachPage(
  site: ReturnType<typeof useSite>,
  options: { theme: 'light' | 'dark'; width: number },
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const context = { viewport: { width: options.width, height: 900 }, colorScheme: options.theme };
  const visitor = await site.visit('/terms', {
    context,
    script: (api) => answerForUser(api),
  });
  visitor.trouble.expect(/status of 404 /);
  for (const path of [...PUBLIC, ...SIGN_IN]) {
    await open(visitor.page, path);
    await look(visitor.page, path);
  }
  for (const user of [BETA_TESTER, STANDARD_USER]) {
    const { page, api } = await site.visit('/terms', {
      context,
      storage: storageOf(user),
      script: (api) => answerForUser(api, user),
    });
    for (const path of user === BETA_TESTER ? ACCOUNT : ['/app/billing']) {
      const asked = api.sent(CALLS.getMe).length;
      await open(page, path);
      await api.untilSent(CALLS.getMe, asked + 1);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/app') await page.getByRole('button', { name: /March 2025/ }).waitFor();
      await look(page, path);
    }
  }
}
