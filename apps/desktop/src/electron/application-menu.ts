import { PRODUCT_NAME } from '@workspace/contract/brand';
import type * as Electron from 'electron';

/**
 * The app's menu while one of its windows is in front: what text fields and windows need on a Mac. Without it Electron
 * would show its own, which has developer tools.
 */
export const APPLICATION_MENU: Electron.MenuItemConstructorOptions[] = [
  {
    label: PRODUCT_NAME,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  },
  {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'delete' },
      { role: 'selectAll' },
    ],
  },
  { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'close' }] },
];
