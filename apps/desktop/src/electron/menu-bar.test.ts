import { join } from 'node:path';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { expect, test } from 'vitest';
import type { MenuBarState } from '../app/platform.ts';
import type { Command } from '../ipc/commands.ts';
import type { Menu } from '../ipc/menu.ts';
import { ElectronMenuBar } from './menu-bar.ts';
import { FakeMenuBarParts } from './testing/fake-menu-bar-parts.ts';

/** The menu bar passes on whatever command an item has. */
const item = (id: string, label: string, rest: { chord?: string; checked?: boolean; enabled?: boolean } = {}) => ({
  ...{ type: 'item' as const, id: id as Command, label, enabled: rest.enabled ?? true },
  ...{ chord: rest.chord ?? null, checked: rest.checked ?? null },
});

const MENU: Menu = [
  { type: 'label', label: 'Ready' },
  item('toggle', 'Start Dictation', { chord: 'Command+Shift+T' }),
  item('cancel', 'Cancel Dictation', { enabled: false }),
  { type: 'separator' },
  {
    type: 'submenu',
    label: 'Microphone',
    items: [item('m1', 'B&O Play', { checked: true }), item('m2', 'Built-in', { checked: false })],
  },
];

function menuBar() {
  const parts = new FakeMenuBarParts();
  const bar = new ElectronMenuBar(parts.electron, '/icons');
  const chosen: string[] = [];
  bar.onChoose((id) => chosen.push(id));
  return { parts, bar, chosen };
}

test('each state has its own template image and tooltip', () => {
  const { parts, bar } = menuBar();
  expect(bar.isInWindow).toBe(false);
  const shown = (['recording', 'busy', 'trouble', 'idle'] satisfies MenuBarState[]).map((state) => {
    bar.show(state, []);
    expect(parts.tray.image.isTemplate).toBe(true);
    return [parts.tray.image.path, parts.tray.toolTip];
  });
  expect(shown).toEqual([
    [join('/icons', 'recordingTemplate.png'), 'Saykey: listening'],
    [join('/icons', 'busyTemplate.png'), 'Saykey: working'],
    [join('/icons', 'troubleTemplate.png'), 'Saykey: needs attention'],
    [join('/icons', 'idleTemplate.png'), 'Saykey: ready'],
  ]);
});

test('the item is shown before anything is known about the app', () => {
  const { parts } = menuBar();
  expect(parts.tray.image.path).toBe(join('/icons', 'idleTemplate.png'));
  expect(parts.tray.toolTip).toBe('Saykey: ready');
});

test('the menu has disabled labels, items with their chords, and check marks', () => {
  const { parts, bar } = menuBar();
  bar.show('idle', MENU);
  expect(parts.items).toMatchObject([
    { label: 'Ready', enabled: false },
    { id: 'toggle', label: 'Start Dictation', accelerator: 'Command+Shift+T', registerAccelerator: false },
    { id: 'cancel', enabled: false },
    { type: 'separator' },
    {
      label: 'Microphone',
      submenu: [
        { id: 'm1', label: 'B&&O Play', type: 'radio', checked: true },
        { id: 'm2', type: 'radio', checked: false },
      ],
    },
  ]);
  expect(parts.items[2]).not.toHaveProperty('accelerator');
});

test('every chord is shown as an accelerator', () => {
  const { parts, bar } = menuBar();
  bar.show('idle', [item('a', 'A', { chord: 'Command+Control+Alt+Shift+Space' }), item('b', 'B', { chord: 'F13' })]);
  expect(parts.items.map(({ accelerator }) => accelerator)).toEqual(['Command+Control+Alt+Shift+Space', 'F13']);
});

test('choosing an item is reported', () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.close('toggle');
  expect(chosen).toEqual(['toggle']);
});

test('the menu is replaced only when it changes', () => {
  const { parts, bar } = menuBar();
  bar.show('idle', MENU);
  bar.show('recording', structuredClone(MENU));
  expect(parts.tray.menuCount).toBe(1);
  bar.show('recording', MENU.slice(1));
  expect(parts.tray.menuCount).toBe(2);
});

test('an open menu stays unchanged, and is updated once it has closed', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  bar.show('recording', [item('toggle', 'Stop Dictation')]);
  expect(parts.tray.toolTip).toBe('Saykey: listening');
  expect(parts.tray.menuCount).toBe(1);
  parts.close('toggle');
  expect(chosen).toEqual(['toggle']);
  expect(parts.tray.menuCount).toBe(1);
  await settlePromises();
  expect(parts.items).toMatchObject([{ label: 'Stop Dictation' }]);
});

test('an open menu stays unchanged even after leaving its submenu, which looks like closing', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.openSubmenu();
  parts.leaveSubmenu();
  await settlePromises();
  bar.show('recording', [item('toggle', 'Stop Dictation')]);
  expect(parts.tray.menuCount).toBe(1);
  parts.close('toggle');
  expect(chosen).toEqual(['toggle']);
  await settlePromises();
  expect(parts.items).toMatchObject([{ label: 'Stop Dictation' }]);
});

test('if it is unknown whether the menu has closed, changes appear when it is reopened', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.openSubmenu();
  parts.close();
  bar.show('recording', [item('cancel', 'Cancel Dictation')]);
  await settlePromises();
  parts.open();
  expect(parts.items).toMatchObject([{ label: 'Cancel Dictation' }]);
  parts.close('cancel');
  expect(chosen).toEqual(['cancel']);
});

test('the check mark is reset if the app does not accept the choice', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.close('m2');
  await settlePromises();
  expect(chosen).toEqual(['m2']);
  expect(parts.tray.menuCount).toBe(2);
  expect(parts.items[4]).toMatchObject({ submenu: [{ checked: true }, { checked: false }] });
});

test('closing removes the item from the menu bar, even while its menu is open', async () => {
  const { parts, bar } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  bar.show('idle', []);
  bar.close();
  parts.close();
  await settlePromises();
  expect(parts.tray.isDestroyed()).toBe(true);
});
