import type { BrowserContext } from 'playwright-core';
import { SANDBOX_URL } from './addresses.ts';

/** Serves a page at every address of the payment provider. */
export function openPaymentPages(context: BrowserContext): Promise<unknown> {
  return context.route(`${SANDBOX_URL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Payments' }));
}
