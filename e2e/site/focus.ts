import type { Locator } from 'playwright-core';

/** Whether what is typed goes to the element. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.and(element.page().locator(':focus')).isVisible();
}
