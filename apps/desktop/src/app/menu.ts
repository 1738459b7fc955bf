import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EngineView } from '@workspace/dictation/engine';
import { chordLabel } from '../channel/chord-label.ts';
import type { Menu } from '../channel/menu.ts';
import type { Settings } from '../channel/settings-document.ts';
import type { MenuBarState } from './shell.ts';

/** What a menu item does. */
export const MENU_ITEMS = ['toggle', 'cancel', 'paste-last', 'retry', 'settings', 'quit'] as const;
export type MenuItem = (typeof MENU_ITEMS)[number];

/** The menu as things stand. */
export function menuOf(view: EngineView, { chords }: Settings, platform: 'mac' | 'other'): Menu {
  const isLive = view.capture !== 'idle';
  const item = (id: MenuItem, label: string, enabled: boolean, chord?: string) => ({
    type: 'item' as const,
    id,
    label,
    enabled,
    chord: chord ? chordLabel(chord, platform) : null,
  });
  return [
    item('toggle', isLive ? 'Stop dictation' : 'Start dictation', true, chords.toggle),
    item('cancel', 'Cancel dictation', isLive || isAwaited(view), chords.cancel),
    { type: 'separator' },
    item('paste-last', 'Paste last text again', view.lastText !== undefined, chords.pasteLast),
    item('retry', 'Retry failed dictation', failedTake(view) !== undefined),
    { type: 'separator' },
    item('settings', 'Settings …', true),
    item('quit', `Quit ${PRODUCT_NAME}`, true),
  ];
}

/** The state that the menu-bar item shows. */
export function menuBarStateOf(view: EngineView): MenuBarState {
  if (view.capture !== 'idle') return 'recording';
  if (isAwaited(view)) return 'busy';
  return failedTake(view) ? 'trouble' : 'idle';
}

/** Whether text is still awaited. */
export function isAwaited(view: EngineView): boolean {
  return view.takes.some(({ phase }) => phase !== 'failed');
}

/** The last take that can be retried. */
export function failedTake(view: EngineView): number | undefined {
  return view.takes.findLast(({ phase }) => phase === 'failed')?.id;
}
