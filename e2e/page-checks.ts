import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Has axe look at the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect(found, page.url()).toEqual([]);
}

/** CSS pixels by which the page, or its main part, is wider than it has room for. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('html, main')].map((part) => part.scrollWidth - part.clientWidth))`,
  );
}
