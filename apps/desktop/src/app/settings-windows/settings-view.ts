import { CHORD_ACTIONS, type ChordAction } from '../../ipc/chord.ts';
import type { SettingsView } from '../../ipc/settings-messages.ts';
import type { Account } from '../account/account.ts';
import type { SelfCheck } from '../diagnostics/self-check.ts';
import type { FocusedApp } from '../dictation/focused-app.ts';
import type { ChordBinder } from '../hotkeys/chord-binder.ts';
import type { TextCleanUp } from '../language-model/text-clean-up.ts';
import type { AppMenu } from '../menu/app-menu.ts';
import { type LevelMonitor, MICROPHONE_PROBLEMS } from '../microphone/level-monitor.ts';
import type { WindowMicrophone } from '../microphone/window-microphone.ts';
import type { Platform } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { OnDeviceRecognition } from '../speech/on-device-recognition.ts';
import type { SpeechProviders } from '../speech/speech-providers.ts';
import type { PermissionWatch } from '../system/permission-watch.ts';
import type { UpdateSchedule } from '../system/update-schedule.ts';
import type { SpendingMeter } from '../usage/spending.ts';

/** The sources of what the windows show. */
export interface SettingsViewSources {
  platform: Pick<Platform, 'os' | 'loginItem' | 'soundOutput'>;
  version: string;
  settings: SettingsKeeper;
  providers: SpeechProviders;
  onDevice: Pick<OnDeviceRecognition, 'state'>;
  cleanUp: TextCleanUp;
  chords: ChordBinder;
  microphone: Pick<WindowMicrophone, 'devices'>;
  level: LevelMonitor;
  focusedApp: Pick<FocusedApp, 'last'>;
  spending: Pick<SpendingMeter, 'today'>;
  account: Account;
  permissions: PermissionWatch;
  updates: Pick<UpdateSchedule, 'state'> | undefined;
  selfCheck: SelfCheck;
  menu: Pick<AppMenu, 'inWindow'>;
}

/** Returns the current state as shown in the windows. */
export function settingsViewOf(sources: SettingsViewSources): SettingsView {
  const { platform, version, settings, providers, onDevice, cleanUp, chords, microphone, level } = sources;
  const { focusedApp, spending, account, permissions, updates, selfCheck, menu } = sources;
  const { seconds, dollars, hasUnpriced } = spending.today;
  const { current, rejected, saveProblem } = settings;
  const chord = (action: ChordAction) => ({
    chord: current.chords[action],
    problem: chords.problem(action),
    remark: chords.remark(action),
  });
  return {
    settings: current,
    rejected,
    saveProblem,
    providers: providers.views(),
    usedProvider: providers.used,
    onDevice: onDevice.state,
    cleanUp: cleanUp.view,
    microphones: {
      devices: [...microphone.devices],
      isOpen: level.isOpen,
      level: level.level,
      problem: level.failure ? MICROPHONE_PROBLEMS[level.failure] : null,
    },
    chords: Object.fromEntries(CHORD_ACTIONS.map((action) => [action, chord(action)])) as SettingsView['chords'],
    keyNames: chords.keyNames ?? null,
    platform: platform.os,
    lastApp: focusedApp.last,
    today: { seconds, dollars, hasUnpriced },
    selfCheck: selfCheck.view,
    account: account.view,
    allowance: account.allowance,
    permissions: [...permissions.list],
    update: updates?.state ?? null,
    startsAtLogin: platform.loginItem?.state() ?? null,
    canMuteOutput: platform.soundOutput !== undefined,
    // The window doesn't need an item that opens it.
    menu: menu.inWindow?.filter((item) => item.type !== 'item' || item.id !== 'settings') ?? null,
    version,
  };
}
