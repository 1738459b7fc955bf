// The site, the app's windows and the mails are one product: they have the same colours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARK, LIGHT } from '@workspace/server/mail/render-html';
import { expect, test } from 'vitest';
import { ROOT } from '../repository.ts';

const SITE = 'apps/site/app/design/tokens.css';
const WINDOWS = 'apps/desktop/src/windows/design/theme.css';
const SHARED = ['paper', 'raised', 'sunken', 'ink', 'muted', 'line', 'edge', 'signal', 'solid', 'good', 'danger'];

/** Each colour by its name, as a style sheet declares it. */
function coloursOf(styleSheet: string): Map<string, string> {
  const declarations = readFileSync(join(ROOT, styleSheet), 'utf8').matchAll(/--color-([a-z-]+): ([^;]+);/g);
  return new Map([...declarations].map(([, name = '', colour = '']) => [name, colour]));
}

test('a colour of the windows that has the name of one of the site is the same', () => {
  const [site, windows] = [coloursOf(SITE), coloursOf(WINDOWS)];
  expect([...windows.keys()]).toEqual(expect.arrayContaining(SHARED));
  const shared = [...windows].filter(([name]) => site.has(name));
  expect(shared).toEqual(shared.map(([name]) => [name, site.get(name)]));
});

test('the mails have the site’s colours too, in light and dark', () => {
  const site = coloursOf(SITE);
  for (const [name, light] of Object.entries(LIGHT)) {
    const dark = DARK[name as keyof typeof DARK];
    expect([name, site.get(name)]).toEqual([name, light === dark ? light : `light-dark(${light}, ${dark})`]);
  }
});
