import { ENTITLEMENT_AGE_MS } from './account/account.ts';
import { type AppDependencies, type AppParts, openParts } from './app-parts.ts';
import type { RunningApp } from './lifetime.ts';
import type { Platform } from './platform.ts';
import { unreadableNotice } from './settings/settings-keeper.ts';

/**
 * Starts the desktop app: dictation, its settings, and the interface to both. Resolves once its hotkeys and its
 * microphone can be used.
 */
export async function startApp(platform: Platform, dependencies: AppDependencies): Promise<RunningApp> {
  const parts = await openParts(platform, dependencies);
  connectParts(parts);
  followDictation(parts);
  followPower(parts);
  await begin(parts, dependencies.skipOnboarding);
  return { openSettings: () => parts.openSettings(), close: () => close(parts) };
}

/** Connects changes and user actions with the parts that handle them. */
function connectParts(parts: AppParts): void {
  const { platform, changes, settings, microphone, hud, commands, menu, settingsWindows, onChange } = parts;
  const { windows, menuBar, hotkeys, updates } = platform;
  settings.onChange(() => {
    microphone.choiceChanged();
    onChange();
  });
  changes.onChange(() => {
    menu.update();
    settingsWindows.update();
  });
  hotkeys.onEvent((event) => commands.handleChord(event));
  menuBar.onChoose((command) => commands.run(command));
  windows.listen('hud', {
    onOpen: () => windows.send('hud', { type: 'view', view: hud.shown }),
    onMessage: ({ action }) => commands.act(action),
  });
  updates?.onChange(onChange);
}

/** Connects a dictation's events with the parts that react to them, in this order. */
function followDictation(parts: AppParts): void {
  const { platform, dictation, hud, hudDisplay, focusedApp, permissions, sounds, chords, updates } = parts;
  const { microphoneWarnings, spending, allowanceNotifier, settingsWindows, onChange } = parts;
  dictation.listen({
    onStart() {
      hudDisplay.handleStart();
      focusedApp.remember();
      // In case a permission has to be requested.
      permissions.lookForMissing();
    },
    onHearing: () => sounds.handleHearing(),
    onStop: (isAwaited) => sounds.handleStop(isAwaited),
    onChange(view) {
      const { isBusy } = dictation;
      sounds.handleChange(view);
      chords.setCancelWanted(isBusy);
      platform.power.keepAwake(isBusy);
      if (!isBusy) updates?.handleIdle();
      hud.engineChanged(view);
      microphoneWarnings.handleChange(view);
      onChange();
    },
    onTakeOver(take, view) {
      spending.addTake(take);
      sounds.handleTakeOver(take);
      hud.takeOver(take, view);
      allowanceNotifier.handleTakeOver();
      onChange();
    },
    onNotice(notice) {
      hud.notice(notice, settingsWindows.notifyOnboarding(notice));
      sounds.handleNotice(notice);
    },
  });
}

/** Handles the machine going to sleep and waking up. */
function followPower({ platform, dictation, microphone, usage, account }: AppParts): void {
  platform.power.onSleep(() => {
    microphone.sleep();
    dictation.engine.sleep();
  });
  platform.power.onWake(() => {
    dictation.engine.wake();
    microphone.wake();
    usage.reportNow();
    void account.refresh(ENTITLEMENT_AGE_MS.woken);
  });
}

async function begin(parts: AppParts, skipOnboarding: boolean): Promise<void> {
  const { platform, settings, hud, apiKeys, chords, microphone, account, changes, openSettings } = parts;
  if (settings.unreadable.length > 0) hud.notify({ tone: 'notice', ...unreadableNotice(settings.unreadable) });
  await apiKeys.load();
  await Promise.all([chords.apply(settings.current.chords), microphone.ready()]);
  if (!settings.current.onboarded && !skipOnboarding) openSettings();
  account.begin();
  platform.links.onLink((link) => account.follow(link));
  changes.notifyNow();
}

async function close(parts: AppParts): Promise<void> {
  const { platform, dictation, onDevice, dictationKeys, changes, hud, level, allowanceNotifier, permissions } = parts;
  const { updates, sounds, settings, spending, usage, account } = parts;
  dictation.engine.forget();
  const recognizerEnded = onDevice.close();
  for (const part of [dictationKeys, changes, hud, level, allowanceNotifier, permissions, updates]) part?.close();
  platform.power.keepAwake(false);
  await Promise.all([
    recognizerEnded,
    sounds.close(),
    settings.flush(),
    spending.flush(),
    usage.flush(),
    account.close(),
  ]);
  for (const part of [settings, spending, usage]) part.close();
}
