import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EngineView } from '@workspace/dictation/engine';
import type { WallClock } from '@workspace/dictation/ports';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import { type Command, microphoneCommand } from '../../ipc/commands.ts';
import type { Menu, MenuItem } from '../../ipc/menu.ts';
import { findMicrophone, type MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import type { Settings } from '../../ipc/settings-document.ts';
import type { UpdateState } from '../../ipc/system-messages.ts';
import { isUsedUp } from '../account/allowance.ts';
import { allowanceLabel } from '../account/allowance-messages.ts';
import { failedTake, isAwaited } from '../dictation/dictation.ts';
import type { MenuBarState } from '../platform.ts';
import type { Spending } from '../usage/spending.ts';

/** The state that the menu shows. */
export interface MenuContent {
  view: EngineView;
  settings: Settings;
  /** Whether the provider lacks something that any dictation needs. */
  isProviderMissing: boolean;
  provider: string;
  /** Whether text is tidied up, at least in one app. */
  isTidied: boolean;
  /** Whether the provider is free. */
  isFree: boolean;
  today: Spending;
  devices: readonly MicrophoneDevice[];
  allowance: AllowanceView;
  /** null if the app can't update itself. */
  update: UpdateState | null;
  clock: WallClock;
}

/** Returns the menu for the current state. */
export function menuOf(content: MenuContent): Menu {
  const { view, settings, isTidied, allowance, update, clock } = content;
  const { chords } = settings;
  const isLive = view.capture !== 'idle';
  const hasText = view.lastText !== undefined;
  const asHeard = view.lastAsHeard !== undefined;
  return [
    { type: 'label', label: stateLabel(content) },
    item('toggle', isLive ? 'Stop Dictation' : 'Start Dictation', { chord: chords.toggle }),
    item('cancel', 'Cancel Dictation', { enabled: isLive || isAwaited(view), chord: chords.cancel }),
    SEPARATOR,
    item('paste-last', 'Paste Last Text Again', { enabled: hasText, chord: chords.pasteLast }),
    item('copy-last', 'Copy Last Text', { enabled: hasText }),
    // Irrelevant without tidying up.
    ...(isTidied || asHeard ? [item('insert-as-heard', 'Insert as Heard', { enabled: asHeard })] : []),
    item('retry', 'Retry Failed Dictation', { enabled: failedTake(view) !== undefined }),
    SEPARATOR,
    { type: 'submenu', label: 'Microphone', items: microphoneItems(content) },
    { type: 'label', label: costLabel(content) },
    SEPARATOR,
    { type: 'label', label: allowanceLabel(allowance, clock) },
    ...(allowance.plan === 'beta' ? [item('upgrade', 'Upgrade')] : []),
    SEPARATOR,
    item('open-site', `Open ${PRODUCT_NAME} on the Web`),
    item('settings', 'Settings…'),
    ...(update ? [updateItem(update)] : []),
    item('quit', `Quit ${PRODUCT_NAME}`),
  ];
}

/** Returns the state that the menu-bar item shows. */
export function menuBarStateOf(view: EngineView): MenuBarState {
  if (view.capture !== 'idle') return 'recording';
  if (isAwaited(view)) return 'busy';
  return failedTake(view) === undefined ? 'idle' : 'trouble';
}

const SEPARATOR = { type: 'separator' } as const;

function item(
  id: Command,
  label: string,
  { enabled = true, chord = null, checked = null }: Partial<Pick<MenuItem, 'enabled' | 'chord' | 'checked'>> = {},
): MenuItem {
  return { type: 'item', id, label, enabled, chord, checked };
}

function stateLabel({ view, isProviderMissing, allowance }: MenuContent): string {
  if (view.capture === 'starting') return 'Opening the microphone';
  const last = view.takes.at(-1);
  if (view.capture === 'recording') return last?.edit ? 'Listening to an instruction' : 'Listening';
  if (view.takes.some(({ edit }) => edit?.type === 'asking')) return 'Editing';
  if (view.capture === 'tail' || isAwaited(view)) return 'Finishing';
  if (failedTake(view) !== undefined) return 'The last dictation failed';
  if (isProviderMissing) return 'Not ready: see Settings';
  return isUsedUp(allowance) ? 'Dictation time used up' : 'Ready to dictate';
}

function microphoneItems({ devices, settings: { microphone } }: MenuContent): MenuItem[] {
  const chosen = microphone && findMicrophone(devices, microphone);
  return [
    item(microphoneCommand(null), 'System default', { checked: microphone === null }),
    ...devices
      .filter(({ label }) => label !== '')
      .map((device) => item(microphoneCommand(device), device.label, { checked: device.id === chosen?.id })),
    ...(microphone && !chosen
      ? [item(microphoneCommand(microphone), microphone.label, { enabled: false, checked: true })]
      : []),
  ];
}

function costLabel({ provider, isFree, today }: MenuContent): string {
  if (!isFree) return `${provider}: ${dollarsLabel(today)} today`;
  const hasSpent = today.dollars > 0 || today.hasUnpriced;
  return hasSpent ? `${provider}: free; ${dollarsLabel(today)} spent today` : `${provider}: free`;
}

function dollarsLabel({ dollars, hasUnpriced }: Spending): string {
  const known = dollars > 0 && dollars < 0.01 ? 'less than $0.01' : `$${dollars.toFixed(2)}`;
  return hasUnpriced ? `${known} or more` : known;
}

function updateItem({ phase, version }: UpdateState): MenuItem {
  const name = version ? ` ${version}` : '';
  switch (phase) {
    case 'checking':
      return item('check-for-updates', 'Checking for Updates…', { enabled: false });
    case 'fetching':
      return item('check-for-updates', `Downloading Version${name}…`, { enabled: false });
    case 'ready':
      return item('install-update', `Restart to Update${version ? ` to${name}` : ''}`);
    default:
      return item('check-for-updates', 'Check for Updates…');
  }
}
