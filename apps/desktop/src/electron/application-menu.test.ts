import { expect, test } from 'vitest';
import { APPLICATION_MENU } from './application-menu.ts';

function roles(): unknown[] {
  return APPLICATION_MENU.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu.map(({ role }) => role) : []));
}

test('Text fields and windows have the keys that a Mac’s user knows', () => {
  expect(roles()).toEqual(
    expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'minimize', 'hide', 'quit']),
  );
});

test('Nothing in the menu is for developers, and nothing reloads a page', () => {
  expect(roles().filter((role) => /devtools|reload|viewmenu|zoom/i.test(String(role)))).toEqual([]);
});
