import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Runs axe on the page in its current state, and expects no violations. `where` names the page in a failure. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    // Other results are only counted: describing every passing element takes longer than the check itself.
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect(found, where).toEqual([]);
}

/** Returns by how many CSS pixels the page, or its `main` element, is too wide. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('html, main')].map((part) => part.scrollWidth - part.clientWidth))`,
  );
}

/** Runs only axe's color rules, on a page that it has already checked in other colors: nothing else differs. */
export async function expectReadable(page: Page): Promise<void> {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] }),
  );
  const found = violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`));
  expect(found, page.url()).toEqual([]);
}
