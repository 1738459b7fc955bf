import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { windowShowing } from './app-window.ts';

/** Windows as Playwright reports them: in the order in which they open, at first without an address. */
function windowsOpening(...addresses: string[][]) {
  const moments = addresses.map((urls) => urls.map((url) => ({ url: () => url }) as Page));
  return { windows: () => (moments.length > 1 ? moments.shift() : moments[0]) ?? [] };
}

test('A window is found by its address, not by the order in which it was opened', async () => {
  const electron = windowsOpening(
    [],
    ['about:blank'],
    ['app://windows/microphone/', 'about:blank'],
    ['app://windows/microphone/', 'app://windows/onboarding/'],
  );
  const page = await windowShowing(electron, 'onboarding');
  expect(page.url()).toBe('app://windows/onboarding/');
});
