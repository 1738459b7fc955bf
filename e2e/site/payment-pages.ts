import type { BrowserContext } from 'playwright-core';
import { SANDBOX_URL } from './addresses.ts';

/** Puts a page at each address of the payment provider, where the site leads to. */
export function openPaymentPages(context: BrowserContext): Promise<unknown> {
  return context.route(`${SANDBOX_URL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Payments' }));
}
