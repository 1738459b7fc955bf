// Mails have the same colors as the site and the app's windows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARK, LIGHT } from '@workspace/server/mail/render-html';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.ts';

const STYLES = readFileSync(join(ROOT, 'packages/contract/src/colors.css'), 'utf8');

/** Colors by name. */
const colors = new Map(
  [...STYLES.matchAll(/--color-([a-z-]+): ([^;]+);/g)].map(([, name = '', color = '']) => [name, color]),
);

test('emails have the site’s colors, in light and dark', () => {
  for (const [name, light] of Object.entries(LIGHT)) {
    const dark = DARK[name as keyof typeof DARK];
    expect([name, colors.get(name)]).toEqual([name, light === dark ? light : `light-dark(${light}, ${dark})`]);
  }
});
