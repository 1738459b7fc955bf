import { expect, test } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { forEachPage } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('axe finds nothing in %s, at %i px', async (theme, width) => {
  await forEachPage(site, { theme, width }, expectAccessible);
});

test.each([320, 2_560])('nothing is wider than a window of %i px', async (width) => {
  const wide: [string, number][] = [];
  await forEachPage(site, { width }, async (page, path) => {
    const overflow = await horizontalOverflow(page);
    if (overflow > 0) wide.push([path, overflow]);
  });
  expect(wide).toEqual([]);
});
