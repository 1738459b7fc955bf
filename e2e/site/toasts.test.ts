import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asUser, BETA_TESTER } from './signed-in.ts';
import { useSite } from './visits.ts';

const site = useSite();

/** A visit whose clock stands still, in which each click on Upgrade is told by a toast. */
async function visitWithToasts() {
  const visit = await site.visit('/app/billing', asUser(BETA_TESTER, { isClockStopped: true }));
  visit.trouble.expect(/No checkout URL returned/);
  visit.api.answerRaw(CALLS.createCheckoutSession, { data: {} });
  return visit;
}

async function raiseToast(page: Page): Promise<void> {
  const before = await toasts(page).count();
  await page.getByRole('button', { name: 'Upgrade' }).click();
  await expect.poll(() => toasts(page).count()).toBe(before + 1);
}

function toasts(page: Page) {
  return page.locator('[data-sonner-toast]');
}

test('a toast is 356 px wide, ends after 4000 ms, and is gone 200 ms later', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  expect((await toasts(page).boundingBox())?.width).toBe(356);
  await page.mouse.move(5, 5);
  await page.clock.runFor(3_500);
  expect(await toasts(page).getAttribute('data-removed')).toBe('false');
  await page.clock.runFor(1_000);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('a toast stays while it is looked at', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  await toasts(page).hover();
  await page.clock.runFor(10_000);
  expect(await toasts(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(5_000);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('a toast stays while it has the focus', async () => {
  const { page } = await visitWithToasts();
  await raiseToast(page);
  await page.mouse.move(5, 5);
  await toasts(page).focus();
  await page.clock.runFor(10_000);
  expect(await toasts(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Overview' }).locator('visible=true').focus();
  await page.clock.runFor(5_000);
  await expect.poll(() => toasts(page).count()).toBe(0);
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
  await page.clock.runFor(10_000);
  expect(await toasts(page).count()).toBe(1);
  await setHidden(false);
  await page.clock.runFor(5_000);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('three are shown at once', async () => {
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
  // Beside the text, which could be selected.
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200 + distance, box.y + 4, { steps: 5 });
  // Slowly: fast swipes count at any distance.
  await page.clock.runFor(2_000);
  await page.mouse.up();
  await page.clock.runFor(400);
  await expect.poll(() => toasts(page).count()).toBe(left);
});
