import type { WallClock } from '@workspace/dictation/ports';
import type { RecognizerPorts } from '@workspace/on-device/recognizer';
import type { Transport } from '@workspace/speech/transport';
import { chordLabel } from '../ipc/chord-label.ts';
import { ACCOUNT_NOTICES, Account } from './account/account.ts';
import { AccountServer, type Fetch } from './account/account-server.ts';
import { AllowanceNotifier } from './account/allowance-notifier.ts';
import { describeDevice } from './account/device.ts';
import { Changes } from './changes.ts';
import { Commands } from './commands/commands.ts';
import { SelfCheck } from './diagnostics/self-check.ts';
import { Dictation } from './dictation/dictation.ts';
import { DictationKeys } from './dictation/dictation-keys.ts';
import { FocusedApp } from './dictation/focused-app.ts';
import { LastText } from './dictation/last-text.ts';
import { Readiness } from './dictation/readiness.ts';
import { ChordBinder } from './hotkeys/chord-binder.ts';
import { HudDisplay } from './hud/hud-display.ts';
import { HudPresenter } from './hud/hud-presenter.ts';
import type { LanguageModels } from './language-model/language-models.ts';
import { TextCleanUp } from './language-model/text-clean-up.ts';
import { AppMenu } from './menu/app-menu.ts';
import { LevelMonitor } from './microphone/level-monitor.ts';
import { MicrophoneWarnings } from './microphone/microphone-warnings.ts';
import { WindowMicrophone } from './microphone/window-microphone.ts';
import type { Platform } from './platform.ts';
import { defaultSettings } from './settings/default-settings.ts';
import { SettingsKeeper } from './settings/settings-keeper.ts';
import { ApiKeys } from './settings-windows/api-keys.ts';
import { SettingsWindows } from './settings-windows/settings-windows.ts';
import { Sounds } from './sound/sounds.ts';
import { OnDeviceRecognition } from './speech/on-device-recognition.ts';
import { type SpeechEnvironment, SpeechProviders } from './speech/speech-providers.ts';
import type { AppStores } from './storage/app-stores.ts';
import { PermissionWatch } from './system/permission-watch.ts';
import { UpdateSchedule } from './system/update-schedule.ts';
import { WebPages } from './system/web-pages.ts';
import { SpendingMeter } from './usage/spending.ts';
import { USAGE_NOTICES, UsageLedger } from './usage/usage-ledger.ts';

export interface AppDependencies {
  clock: WallClock;
  transport: Transport;
  languageModels: LanguageModels;
  /** Starts the process that recognizes speech on this computer. */
  launchRecognizer: RecognizerPorts['launch'];
  stores: AppStores;
  account: AccountDependencies;
  environment: SpeechEnvironment;
  skipOnboarding: boolean;
  version: string;
  newId(): string;
  /** The user wants to quit. */
  onQuit(): void;
}

/** Addresses of the account server and the site, without a trailing slash. */
export interface AccountDependencies {
  apiUrl: string;
  siteUrl: string;
  fetch: Fetch;
  computerName: string;
}

/** Everything the app is made of. */
export type AppParts = Awaited<ReturnType<typeof openParts>>;

/**
 * Creates the app's parts and opens what earlier runs stored: each part knows only those before it. How they are
 * connected, and when they start, is in `app.ts`.
 */
export async function openParts(platform: Platform, dependencies: AppDependencies) {
  const { clock, transport, languageModels, environment, stores, skipOnboarding, version } = dependencies;
  const { newId, onQuit } = dependencies;
  const { apiUrl, siteUrl, fetch, computerName } = dependencies.account;
  const { windows, hotkeys, secrets, os } = platform;
  const changes = new Changes(clock);
  const onChange = () => changes.announce();

  const settings = await SettingsKeeper.open({
    store: stores.settings,
    clock,
    defaults: { ...defaultSettings(os), onboarded: skipOnboarding },
  });
  const current = () => settings.current;
  const chords = new ChordBinder(hotkeys, os, onChange);
  const focusedApp = new FocusedApp(platform.inserter, onChange);
  const openSettings = (window?: 'settings') => {
    focusedApp.remember();
    windows.open(window ?? (settings.current.onboarded ? 'settings' : 'onboarding'));
  };

  const onDevice = new OnDeviceRecognition({ clock, launch: dependencies.launchRecognizer }, onChange);
  const ports = { clock, transport };
  const providers = new SpeechProviders(ports, onDevice.provider, secrets, environment, current, onChange);
  const openAi = () => providers.openAi;
  const cleanUp = new TextCleanUp({ clock, models: languageModels, secrets, settings: current, openAi, onChange });

  const permissions = new PermissionWatch({
    clock,
    permissions: platform.permissions,
    onChange: () => {
      chords.permissionsChanged();
      onChange();
    },
  });
  const hudDisplay = new HudDisplay(windows);
  const hud = new HudPresenter({
    clock,
    show: (view) => hudDisplay.show(view),
    cancelChord: () => (chords.problem('cancel') ? null : chordLabel(settings.current.chords.cancel, os)),
    cleanUpProblem: () => cleanUp.problem,
    canAskFor: (permission) => permissions.canAskFor(permission),
  });
  const apiKeys = new ApiKeys({ providers, model: cleanUp.model, hud });

  const usage = await UsageLedger.open({
    clock,
    newId,
    store: stores.usage,
    onNotice: (notice) => {
      if (notice !== 'saved-again') hud.notify({ tone: 'notice', ...USAGE_NOTICES[notice] });
    },
  });
  const spending = await SpendingMeter.open(stores.spending, clock);
  const account = await Account.open({
    clock,
    server: new AccountServer({ apiUrl, clock, fetch }),
    secrets,
    store: stores.account,
    usage,
    device: describeDevice(computerName, os, version),
    onChange,
    onShow: openSettings,
    onNotice: (notice) => hud.notify({ tone: 'notice', ...ACCOUNT_NOTICES[notice] }),
  });
  const allowanceNotifier = new AllowanceNotifier({ clock, hud, account });
  const pages = new WebPages({
    links: platform.links,
    hud,
    siteUrl,
    onBillingOpened: () => allowanceNotifier.watchForUpgrade(),
  });

  const microphoneWarnings = new MicrophoneWarnings({ hud, chosen: () => settings.current.microphone?.label });
  const microphone = new WindowMicrophone({
    windows,
    clock,
    choice: current,
    onOpened: (device) => microphoneWarnings.handleOpened(device),
    onSilentDevice: (device) => microphoneWarnings.handleSilence(device),
    onDevices: onChange,
  });
  const level = new LevelMonitor(microphone.forChecks, onChange);
  const { soundOutput: output } = platform;
  const sounds = await Sounds.open({ clock, output, store: stores.muted, settings, microphone, hud });

  const dictation = new Dictation({
    clock,
    microphone,
    desktop: platform,
    settings,
    providers,
    cleanUp,
    onDictated: (time) => account.record(time),
  });
  const readiness = new Readiness({
    providers,
    model: cleanUp.model,
    account,
    allowanceNotifier,
    hud,
    onRefused: () => sounds.play('error'),
  });
  const onPress = () => microphoneWarnings.handlePress();
  const dictationKeys = new DictationKeys({ clock, hotkeys, settings, dictation, readiness, onPress });
  const lastText = new LastText({ desktop: platform, dictation, hud });

  const updates =
    platform.updates && new UpdateSchedule({ clock, updates: platform.updates, isBusy: () => dictation.isBusy });

  const parts = {
    platform,
    clock,
    os,
    version,
    onChange,
    settings,
    chords,
    focusedApp,
    providers,
    onDevice,
    cleanUp,
    permissions,
    hud,
    spending,
    account,
    pages,
    microphone,
    level,
    dictation,
    updates,
  };
  const commands = new Commands({ ...parts, keys: dictationKeys, readiness, lastText, openSettings, onQuit });
  const menu = new AppMenu({ ...parts, menuBar: platform.menuBar });
  const selfCheck = new SelfCheck({ ...parts, microphone: microphone.forChecks, platform: os });
  const settingsWindows = new SettingsWindows({ ...parts, apiKeys, commands, menu, selfCheck, forgetEverything });
  return {
    ...parts,
    changes,
    hudDisplay,
    openSettings,
    apiKeys,
    usage,
    allowanceNotifier,
    microphoneWarnings,
    sounds,
    dictationKeys,
    commands,
    menu,
    settingsWindows,
  };

  async function forgetEverything(): Promise<void> {
    dictation.engine.forget();
    hud.forget();
    account.signOut();
    usage.forget();
    spending.forget();
    settings.reset();
    await Promise.all([apiKeys.forget(), chords.apply(settings.current.chords)]);
  }
}
