import type { Locator } from 'playwright-core';
import { vi } from 'vitest';

/** Whether the element has the keyboard focus. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.and(element.page().locator(':focus')).isVisible();
}

/** Waits until the element has the keyboard focus. Throws an Error if it never does. */
export async function untilFocused(element: Locator): Promise<void> {
  await vi
    .waitUntil(() => isFocused(element), { timeout: 300_000, interval: 50 })
    .catch((cause: unknown) => {
      throw new Error(`Never focused: ${element}.`, { cause });
    });
}
