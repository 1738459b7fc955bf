import { expect, test } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { forEachPage } from './every-page.ts';
import { useSite } from './visits.ts';

const site = useSite();

test.each([
  { theme: 'light', width: 1_280, extremeWidth: 2_560 },
  { theme: 'dark', width: 360, extremeWidth: 320 },
] as const)(
  'axe finds nothing in $theme, at $width px, and nothing is wider than a window of $extremeWidth px',
  async ({ theme, width, extremeWidth }) => {
    const wide: [string, number][] = [];
    await forEachPage(site, { theme, width }, async (page, path) => {
      await expectAccessible(page);
      await page.setViewportSize({ width: extremeWidth, height: 900 });
      const overflow = await horizontalOverflow(page);
      if (overflow > 0) wide.push([path, overflow]);
      await page.setViewportSize({ width, height: 900 });
    });
    expect(wide).toEqual([]);
  },
);
