import { join } from 'node:path';
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

const afterwards = () => new Promise((resolve) => setImmediate(resolve));

test('the item shows each state by its own picture that macOS tints, and says it in words', () => {
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

test('the item is there before anything is known of the app', () => {
  const { parts } = menuBar();
  expect(parts.tray.image.path).toBe(join('/icons', 'idleTemplate.png'));
  expect(parts.tray.toolTip).toBe('Saykey: ready');
});

test('the menu has labels that can’t be chosen, items with their chords, and marks what is chosen', () => {
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

test('every chord is shown as it is written on a Mac', () => {
  const { parts, bar } = menuBar();
  bar.show('idle', [item('a', 'A', { chord: 'Command+Control+Alt+Shift+Space' }), item('b', 'B', { chord: 'F13' })]);
  expect(parts.items.map(({ accelerator }) => accelerator)).toEqual(['Command+Control+Alt+Shift+Space', 'F13']);
});

test('an item that is chosen is reported', () => {
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

test('a menu that is open stays as it is; what is new is there the next time', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  bar.show('recording', [item('toggle', 'Stop Dictation')]);
  expect(parts.tray.toolTip).toBe('Saykey: listening');
  expect(parts.tray.menuCount).toBe(1);
  parts.close('toggle');
  expect(chosen).toEqual(['toggle']);
  expect(parts.tray.menuCount).toBe(1);
  await afterwards();
  expect(parts.items).toMatchObject([{ label: 'Stop Dictation' }]);
});

test('a menu whose submenu was pointed at stays as it is too, though it reports that it closes', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.openSubmenu();
  parts.leaveSubmenu();
  await afterwards();
  bar.show('recording', [item('toggle', 'Stop Dictation')]);
  expect(parts.tray.menuCount).toBe(1);
  parts.close('toggle');
  expect(chosen).toEqual(['toggle']);
  await afterwards();
  expect(parts.items).toMatchObject([{ label: 'Stop Dictation' }]);
});

test('if it is not known whether the menu was closed, what is new is there when it is opened again', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.openSubmenu();
  parts.close();
  bar.show('recording', [item('cancel', 'Cancel Dictation')]);
  await afterwards();
  parts.open();
  expect(parts.items).toMatchObject([{ label: 'Cancel Dictation' }]);
  parts.close('cancel');
  expect(chosen).toEqual(['cancel']);
});

test('the check mark goes back if the app does not take the choice', async () => {
  const { parts, bar, chosen } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  parts.close('m2');
  await afterwards();
  expect(chosen).toEqual(['m2']);
  expect(parts.tray.menuCount).toBe(2);
  expect(parts.items[4]).toMatchObject({ submenu: [{ checked: true }, { checked: false }] });
});

test('closing takes the item out of the menu bar, also while its menu is open', async () => {
  const { parts, bar } = menuBar();
  bar.show('idle', MENU);
  parts.open();
  bar.show('idle', []);
  bar.close();
  parts.close();
  await afterwards();
  expect(parts.tray.isDestroyed()).toBe(true);
});
