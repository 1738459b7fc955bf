import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asUser, BETA_TESTER } from './signed-in.ts';
import { tickUntil, useSite } from './visits.ts';

/** How far the clock advances in one step, so that the page can react in between. */
const STEP_MS = 500;

const site = useSite();

/** A visit with a stopped clock, in which each click on Upgrade shows a toast. */
async function visitWithToasts() {
  const visit = await site.visit('/app/billing', asUser(BETA_TESTER, { isClockStopped: true }));
  visit.trouble.expect(/No checkout URL returned/);
  visit.api.answerRaw(CALLS.createCheckoutSession, { data: {} });
  return visit;
}

async function raiseToast(page: Page): Promise<void> {
  const before = await toasts(page).count();
  const upgrade = page.getByRole('button', { name: 'Upgrade' });
  await upgrade.click();
  await tickUntil(page, async () => (await toasts(page).count()) > before && (await upgrade.isVisible()));
  // Its timer has started by then.
  await expect.poll(() => page.locator('[data-sonner-toast][data-mounted=true]').count()).toBe(before + 1);
}

async function letPass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) await page.clock.runFor(STEP_MS);
}

async function untilGone(page: Page): Promise<void> {
  await tickUntil(page, async () => (await toasts(page).count()) === 0, STEP_MS);
}

function toasts(page: Page) {
  return page.locator('[data-sonner-toast]');
}

test('a toast is 356 px wide, ends after 4000 ms, and is gone 200 ms later', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  expect((await toasts(page).boundingBox())?.width).toBe(356);
  await page.mouse.move(5, 5);
  await letPass(page, 3_500);
  expect(await toasts(page).getAttribute('data-removed')).toBe('false');
  await letPass(page, 1_000);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('a toast stays while the pointer is over it', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  await toasts(page).hover();
  await letPass(page, 10_000);
  expect(await toasts(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await untilGone(page);
});

test('a toast stays while it has the focus', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  await page.mouse.move(5, 5);
  await toasts(page).focus();
  await letPass(page, 10_000);
  expect(await toasts(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Overview' }).locator('visible=true').focus();
  await untilGone(page);
});

test('a toast stays while the tab is hidden', async () => {
  const { page } = await visitWithToasts();
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`{
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
  await raiseToast(page);
  await page.mouse.move(5, 5);
  await setHidden(true);
  await letPass(page, 10_000);
  expect(await toasts(page).count()).toBe(1);
  await setHidden(false);
  await untilGone(page);
});

test('at most three toasts are shown at once', async () => {
  const { page } = await visitWithToasts();
  for (let count = 0; count < 4; count += 1) await raiseToast(page);
  await expect.poll(() => page.locator('[data-sonner-toast][data-visible=true]').count()).toBe(3);
});

test.each([
  [60, 'swiped away', 0],
  [30, 'not swiped away', 1],
])('a toast that is moved by %i px is %s', async (distance, _, left) => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  const box = await toasts(page).boundingBox();
  if (box === null) throw new Error('There is no toast.');
  // Next to the text, which could be selected.
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200 + distance, box.y + 4, { steps: 5 });
  // Slowly: fast swipes count at any distance.
  await page.clock.runFor(2_000);
  await page.mouse.up();
  await page.clock.runFor(400);
  await expect.poll(() => toasts(page).count()).toBe(left);
});
