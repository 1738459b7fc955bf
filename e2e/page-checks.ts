import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Has axe look at the page as it is. `where` names it if it fails. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    // The others are only counted: to describe every element that is as it should be takes longer than to look.
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect(found, where).toEqual([]);
}

/** By how many CSS pixels the page, or its main part, is too wide. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('html, main')].map((part) => part.scrollWidth - part.clientWidth))`,
  );
}

/** Has axe look at the colours of a page that it has looked at in others: nothing else is different then. */
export async function expectReadable(page: Page): Promise<void> {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] }),
  );
  const found = violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`));
  expect(found, page.url()).toEqual([]);
}
