// On every page axe finds nothing, nothing is wider than its window, and Tab reaches everything once, in order and in sight.
import { test } from 'vitest';
import { checkAccountPages, checkPublicPages, DARK_NARROW, LIGHT_WIDE } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('pages for everybody can be seen, read and gone through by Tab', () =>
  checkPublicPages(site, [LIGHT_WIDE, DARK_NARROW]));

test('pages of the signed-in area can be seen, read and gone through by Tab', () =>
  checkAccountPages(site, [DARK_NARROW, LIGHT_WIDE]));
