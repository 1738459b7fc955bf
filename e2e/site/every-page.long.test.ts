// The other half of `every-page.test.ts`: each theme at the width not covered there, and tabbing in a different look.
import { test } from 'vitest';
import { checkAccountPages, checkPublicPages, DARK_NARROW, DARK_WIDE, LIGHT_NARROW, LIGHT_WIDE } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('public pages are accessible in the other looks too', () =>
  checkPublicPages(site, [DARK_NARROW, LIGHT_NARROW, DARK_WIDE]));
test('signed-in pages are accessible in the other looks too', () =>
  checkAccountPages(site, [LIGHT_WIDE, LIGHT_NARROW, DARK_WIDE]));
