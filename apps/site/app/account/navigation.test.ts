import { expect, it } from 'vitest';
import { DESTINATIONS, isAt } from './navigation.ts';

it.each([
  ['/app', 'Overview'],
  ['/app/', 'Overview'],
  ['/app/settings', 'Settings'],
  ['/app/download', 'Downloads'],
  ['/app/billing', 'Billing'],
  ['/billing', 'Billing'],
  ['/billing/', 'Billing'],
])('%s matches only %s', (pathname, label) => {
  expect(DESTINATIONS.filter((destination) => isAt(destination, pathname)).map((at) => at.label)).toEqual([label]);
});

it('a page elsewhere matches no destination', () => {
  expect(DESTINATIONS.some((destination) => isAt(destination, '/'))).toBe(false);
});
