import { expect, test } from 'vitest';
import { APPLICATION_MENU } from './application-menu.ts';

function roles(): unknown[] {
  return APPLICATION_MENU.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu.map(({ role }) => role) : []));
}

test('The menu has the usual Mac commands for text fields and windows', () => {
  expect(roles()).toEqual(
    expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'minimize', 'hide', 'quit']),
  );
});

test('The menu has no developer tools, and nothing that reloads or zooms a page', () => {
  expect(roles().filter((role) => /devtools|reload|viewmenu|zoom/i.test(String(role)))).toEqual([]);
});
