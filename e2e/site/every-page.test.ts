// On every page axe finds nothing, nothing is wider than its window, and Tab reaches everything once, in order and in sight.
import { test } from 'vitest';
import { checkAccountPages, checkPublicPages, DARK_NARROW, LIGHT_WIDE } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('public pages are accessible, fit the window, and can be tabbed through', () =>
  checkPublicPages(site, [LIGHT_WIDE, DARK_NARROW]));

test('signed-in pages are accessible, fit the window, and can be tabbed through', () =>
  checkAccountPages(site, [DARK_NARROW, LIGHT_WIDE]));
