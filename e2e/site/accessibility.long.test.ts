// The other half of `accessibility.test.ts`: each theme at the width that is not looked at there.
import { test } from 'vitest';
import { expectAccessible } from '../page-checks.ts';
import { forEachPage } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test.each([
  ['light', 360],
  ['dark', 1_280],
] as const)('axe finds nothing in %s, at %i px', async (theme, width) => {
  await forEachPage(site, { theme, width }, expectAccessible);
});
