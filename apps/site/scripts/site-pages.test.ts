import { index, layout, route } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { fileOfPage, pathsOf } from './site-pages.ts';

test('the paths of all pages are found at any depth, except for the catch-all', () => {
  const routes = [
    layout('a.tsx', [index('b.tsx'), route('privacy', 'c.tsx'), route('*', 'd.tsx')]),
    route('app', 'e.tsx', [index('f.tsx'), route('settings', 'g.tsx')]),
    route('checkout/success', 'h.tsx'),
  ];
  expect(pathsOf(routes)).toEqual(['/', '/privacy', '/app', '/app/settings', '/checkout/success']);
});

test('each page has its own folder', () => {
  expect(fileOfPage('/')).toBe('index.html');
  expect(fileOfPage('/privacy')).toBe('privacy/index.html');
});
