import { isDeepStrictEqual } from 'node:util';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { writingIn } from '@workspace/dictation/app-rules';
import { Engine, type EngineNotice, type EngineView, type TakeView } from '@workspace/dictation/engine';
import type { DictationKey, GestureEvent } from '@workspace/dictation/gesture';
import type { TextEditor, WallClock } from '@workspace/dictation/ports';
import { GESTURE } from '@workspace/dictation/tuning';
import type { WritingSettings } from '@workspace/dictation/writing';
import type { RecognizerPorts } from '@workspace/on-device/recognizer';
import { ON_THIS_COMPUTER } from '@workspace/speech/provider';
import type { Transport } from '@workspace/speech/transport';
import { keyTraits } from '../ipc/chord.ts';
import { chordLabel } from '../ipc/chord-label.ts';
import type { HudView } from '../ipc/hud-messages.ts';
import type { Menu } from '../ipc/menu.ts';
import type { Cue, MicrophoneDevice } from '../ipc/microphone-messages.ts';
import { Account } from './account/account.ts';
import { AccountServer, type Fetch } from './account/account-server.ts';
import { isUsedUp } from './account/allowance.ts';
import { AllowanceNotifier } from './account/allowance-notifier.ts';
import { describeDevice } from './account/device.ts';
import { UserActions } from './commands/commands.ts';
import { MISSING, SelfCheck } from './diagnostics/self-check.ts';
import { ChordBinder } from './hotkeys/chord-binder.ts';
import { EDITING_LACKS, NOT_READY_TO_EDIT } from './hud/edit-messages.ts';
import { HudPresenter } from './hud/hud-presenter.ts';
import { type LanguageModels, TextCleanUp } from './language-model/text-clean-up.ts';
import { createTextEditor } from './language-model/text-editing.ts';
import { isAwaited, type MenuItem, menuBarStateOf, menuOf } from './menu/menu.ts';
import { LevelMonitor } from './microphone/level-monitor.ts';
import { openedWarning, silenceWarning } from './microphone/microphone-warnings.ts';
import { type OpenedDevice, WindowMicrophone } from './microphone/window-microphone.ts';
import type { ChordEvent, MenuBarState, Platform } from './platform.ts';
import { defaultSettings } from './settings/default-settings.ts';
import { SettingsKeeper } from './settings/settings-keeper.ts';
import { SettingsWindows, type SettingsWindowsDependencies } from './settings-windows/settings-windows.ts';
import { type MutingProblem, OutputMuting } from './sound/output-muting.ts';
import { OnDeviceRecognition } from './speech/on-device-recognition.ts';
import { type SpeechEnvironment, SpeechProviders } from './speech/speech-providers.ts';
import type { DocumentStore } from './storage/saved-document.ts';
import { PermissionWatch } from './system/permission-watch.ts';
import { UpdateSchedule } from './system/update-schedule.ts';
import { SpendingMeter } from './usage/spending.ts';
import { UsageLedger, type UsageNotice } from './usage/usage-ledger.ts';

/** How often the chord that is held is looked at, in case its release was missed. */
const HOLD_CHECK_MS = 100;
/** How often the windows are told of changes, at most. */
const VIEW_MS = 60;
/** How old what is known of the account may be. */
const ENTITLEMENT_AGE_MS = { afterDictation: 3 * 60_000, afterSleep: 60 * 60_000 } as const;

export interface AppDependencies {
  clock: WallClock;
  transport: Transport;
  /** Absent: no text is tidied up. */
  languageModels: LanguageModels;
  /** Starts the process that recognizes speech on this computer. */
  launchRecognizer: RecognizerPorts['launch'];
  /** Where settings, usage, spending, the account and what is muted are kept. */
  stores: Record<'settings' | 'usage' | 'spending' | 'account' | 'muted', DocumentStore>;
  account: AccountDependencies;
  environment: SpeechEnvironment;
  skipOnboarding: boolean;
  version: string;
  newId(): string;
  /** The user wants to end the app. */
  onQuit(): void;
}

/** Where accounts are. Addresses have no slash at their end. */
export interface AccountDependencies {
  apiUrl: string;
  siteUrl: string;
  fetch: Fetch;
  /** What this computer is called. */
  computerName: string;
}

/** What to say where a provider lacks something. */
const NOT_READY = 'Not ready to dictate';

/** What to say of the count of dictated time. */
const USAGE_MESSAGES: Record<Exclude<UsageNotice, 'saved-again'>, [title: string, detail: string]> = {
  'not-saved': [
    'Couldn’t save your dictation time',
    `The disk is full or write-protected. Free up some space. You can keep dictating; ${PRODUCT_NAME} keeps trying to save.`,
  ],
  'set-aside': [
    'Your dictation time was damaged on disk',
    `${PRODUCT_NAME} kept what it could read. The damaged file is next to the new one.`,
  ],
};

/** What is said of the provider's keys. */
const KEY_MESSAGES = {
  'not-read': [
    'Couldn’t read your API keys',
    `Check the disk, then restart ${PRODUCT_NAME}. Until then, you can enter a key again in Settings.`,
  ],
  'not-saved': [
    'Couldn’t save the API key',
    `It works until you quit ${PRODUCT_NAME}. Check the disk, then enter it again.`,
  ],
  'not-removed': [
    'Couldn’t remove your API keys',
    `They’re out of use until ${PRODUCT_NAME} restarts. Check the disk, then forget everything again.`,
  ],
} as const;

/** What to say where other sound can't be muted, or not be heard again. */
const NOT_MUTED = 'Couldn’t mute other sound. Check the sound settings.';
const NOT_UNMUTED = [
  'Couldn’t turn the sound back on',
  `${PRODUCT_NAME} keeps trying. You can also unmute it in the system’s sound settings.`,
] as const;

/** The desktop app: dictation, its settings, and what the user sees of both. */
export class App {
  readonly #platform: Platform;
  readonly #dependencies: AppDependencies;
  readonly #settings: SettingsKeeper;
  readonly #spending: SpendingMeter;
  readonly #usage: UsageLedger;
  readonly #onDevice: OnDeviceRecognition;
  readonly #providers: SpeechProviders;
  readonly #cleanUp: TextCleanUp;
  readonly #microphone: WindowMicrophone;
  readonly #engine: Engine;
  readonly #hud: HudPresenter;
  readonly #chords: ChordBinder;
  readonly #level: LevelMonitor;
  readonly #settingsWindows: SettingsWindows;
  readonly #account: Account;
  readonly #muting: OutputMuting;
  readonly #allowanceNotifier: AllowanceNotifier;
  readonly #permissions: PermissionWatch;
  readonly #updates: UpdateSchedule | undefined;
  readonly #actions: UserActions;
  #devices: readonly MicrophoneDevice[] = [];
  /** The app that had the focus last, as far as it was looked at. */
  #lastApp: string | undefined;
  #capture: EngineView['capture'] = 'idle';
  /** Whether the HUD is where the user works. It may still tell of the take before, on another screen. */
  #isHudPlaced = false;
  #inMenuBar: { state: MenuBarState; menu: Menu } | undefined;
  #cancelHoldCheck: (() => void) | undefined;
  #cancelRefusal: (() => void) | undefined;
  #cancelViewUpdate: (() => void) | undefined;
  /** What there is to tell of a microphone that was opened before the dictation was to be seen. */
  #openedUnseen: OpenedDevice | undefined;

  /** Starts the app. Resolves once its hotkeys and its microphone can be used. */
  static async start(platform: Platform, dependencies: AppDependencies): Promise<App> {
    const { clock, stores, skipOnboarding, newId, version } = dependencies;
    const { apiUrl, fetch, computerName } = dependencies.account;
    let app: App | undefined;
    const settings = await SettingsKeeper.open({
      store: stores.settings,
      clock,
      defaults: { ...defaultSettings(platform.os), onboarded: skipOnboarding },
      onChange: () => {
        if (app) app.#settingsChanged();
      },
    });
    const usage = await UsageLedger.open({
      clock,
      newId,
      store: stores.usage,
      onNotice: (notice) => {
        if (app) app.#handleUsage(notice);
      },
    });
    const account = await Account.open({
      clock,
      server: new AccountServer({ apiUrl, clock, fetch }),
      secrets: platform.secrets,
      store: stores.account,
      usage,
      device: describeDevice(computerName, platform.os, version),
      onChange: () => app?.changed(),
      onShow: () => app?.openSettings(),
      onNotice: (notice) => {
        if (app) app.#allowanceNotifier.tell(notice);
      },
    });
    const spending = await SpendingMeter.open(stores.spending, clock);
    const muting = await OutputMuting.open({
      clock,
      output: platform.soundOutput,
      store: stores.muted,
      onProblem: (problem) => {
        if (app) app.#handleMuting(problem);
      },
    });
    app = new App(platform, dependencies, { settings, usage, spending, account, muting });
    await app.#begin();
    return app;
  }

  private constructor(
    platform: Platform,
    dependencies: AppDependencies,
    kept: {
      settings: SettingsKeeper;
      usage: UsageLedger;
      spending: SpendingMeter;
      account: Account;
      muting: OutputMuting;
    },
  ) {
    const { clock, transport, languageModels, launchRecognizer, environment, version } = dependencies;
    const onChange = () => this.changed();
    this.#platform = platform;
    this.#dependencies = dependencies;
    this.#settings = kept.settings;
    this.#usage = kept.usage;
    this.#spending = kept.spending;
    this.#account = kept.account;
    this.#muting = kept.muting;
    this.#onDevice = new OnDeviceRecognition({ clock, launch: launchRecognizer }, onChange);
    this.#providers = new SpeechProviders(
      { clock, transport },
      this.#onDevice.provider,
      platform.secrets,
      environment,
      () => this.#settings.current,
      onChange,
    );
    this.#cleanUp = new TextCleanUp({
      clock,
      models: languageModels,
      secrets: platform.secrets,
      settings: () => this.#settings.current,
      openAi: () => this.#providers.openAi,
      onChange,
    });
    this.#microphone = new WindowMicrophone({
      windows: platform.windows,
      clock,
      choice: () => this.#settings.current,
      onOpened: (device) => this.#handleMicrophone(device),
      onSilentDevice: (device) => this.#hud.warn(silenceWarning(device)),
      onDevices: (devices) => {
        this.#devices = devices;
        onChange();
      },
    });
    this.#chords = new ChordBinder(platform.hotkeys, platform.os, onChange);
    this.#hud = new HudPresenter({
      clock,
      show: (view) => this.#showHud(view),
      cancelChord: () => this.#cancelLabel(),
      cleanUpProblem: () => this.#cleanUp.problem,
      canAskFor: (permission) =>
        this.#permissions.list.some(({ id, granted, canRequest }) => id === permission && !granted && canRequest),
    });
    this.#allowanceNotifier = new AllowanceNotifier({ clock, hud: this.#hud, account: this.#account });
    this.#permissions = new PermissionWatch({
      clock,
      permissions: platform.permissions,
      onChange: () => {
        this.#chords.permissionsChanged();
        onChange();
      },
    });
    if (platform.updates) {
      const isBusy = () => this.#capture !== 'idle' || isAwaited(this.#engine.view());
      this.#updates = new UpdateSchedule({ clock, updates: platform.updates, isBusy });
      platform.updates.onChange(onChange);
    }
    this.#level = new LevelMonitor(this.#microphone.forChecks, onChange);
    const selfCheck = new SelfCheck({
      clock,
      microphone: this.#microphone.forChecks,
      permissions: this.#permissions,
      providers: this.#providers,
      onDevice: this.#onDevice,
      cleanUp: this.#cleanUp,
      chords: this.#chords,
      settings: this.#settings,
      platform: platform.os,
      version,
      onChange,
    });
    const settingsWindows: SettingsWindowsDependencies = {
      windows: platform.windows,
      settings: this.#settings,
      providers: this.#providers,
      onDevice: this.#onDevice,
      cleanUp: this.#cleanUp,
      chords: this.#chords,
      spending: this.#spending,
      level: this.#level,
      selfCheck,
      account: this.#account,
      permissions: this.#permissions,
      updates: this.#updates,
      loginItem: platform.loginItem,
      canMuteOutput: platform.soundOutput !== undefined,
      platform: platform.os,
      version,
      onChange,
      onOpenPage: (page) => void this.#actions.openPage(page),
      onOpenAddress: (address) => void this.#actions.openAddress(address),
      devices: () => this.#devices,
      lastApp: () => this.#lastApp ?? null,
      onChoose: (item) => this.#actions.choose(item as MenuItem),
      onForgetEverything: () => this.#forgetEverything(),
      onKeyNotSaved: () => this.#notice(KEY_MESSAGES['not-saved']),
    };
    this.#settingsWindows = new SettingsWindows(settingsWindows, () => this.#update());
    this.#engine = new Engine(
      {
        clock,
        microphone: this.#microphone,
        inserter: platform.inserter,
        editing: { selections: platform.selections, editor: () => this.#editor() },
      },
      {
        recognition: (app) => this.#providers.recognition(this.#writing(app).languages),
        writing: (app) => this.#writing(app),
      },
      {
        onChange: () => this.#engineChanged(),
        onNotice: (notice) => {
          this.#hud.notice(notice, this.#isToldByOnboarding(notice));
          if (notice.type !== 'silence') this.#play('error');
        },
        onTakeOver: (take) => this.#takeOver(take),
        onDictated: (time) => this.#account.record(time),
      },
    );
    this.#actions = new UserActions({
      platform,
      engine: this.#engine,
      hud: this.#hud,
      settings: this.#settings,
      permissions: this.#permissions,
      updates: this.#updates,
      siteUrl: dependencies.account.siteUrl,
      devices: () => this.#devices,
      lineBreaksIn: (app) => this.#writing(app).lineBreaks,
      onSettingsChosen: () => void this.#rememberFocusedApp(),
      onToggle: () => this.#toggle(),
      onRetry: (take) => {
        if (this.#hasProvider()) this.#engine.retry(take);
      },
      onBillingOpened: () => this.#allowanceNotifier.watchForUpgrade(),
      onSettings: () => this.openSettings(),
      onQuit: dependencies.onQuit,
    });
  }

  /** Shows the settings, or onboarding where it has not been gone through. */
  openSettings(): void {
    void this.#rememberFocusedApp();
    this.#settingsWindows.open();
  }

  /** Ends everything: what is being said is dropped, what is to be saved is saved. */
  async close(): Promise<void> {
    this.#engine.forget();
    const recognizerEnded = this.#onDevice.close();
    this.#cancelHoldCheck?.();
    this.#cancelRefusal?.();
    this.#cancelViewUpdate?.();
    this.#hud.close();
    this.#level.close();
    this.#allowanceNotifier.close();
    this.#permissions.close();
    this.#updates?.close();
    await Promise.all([
      recognizerEnded,
      this.#muting.close(),
      this.#settings.flush(),
      this.#spending.flush(),
      this.#usage.flush(),
      this.#account.close(),
    ]);
    this.#settings.close();
    this.#spending.close();
    this.#usage.close();
  }

  /** Something changed that windows or menu show. */
  changed(): void {
    this.#cancelViewUpdate ??= this.#dependencies.clock.schedule(VIEW_MS, () => {
      this.#cancelViewUpdate = undefined;
      this.#update();
    });
  }

  async #begin(): Promise<void> {
    const { hotkeys, windows, menuBar, power, links } = this.#platform;
    hotkeys.onEvent((event) => this.#onChord(event));
    menuBar.onChoose((item) => this.#actions.choose(item as MenuItem));
    power.onSleep(() => {
      this.#microphone.sleep();
      this.#engine.sleep();
    });
    power.onWake(() => this.#wake());
    windows.listen('hud', {
      onOpen: () => windows.send('hud', { type: 'view', view: this.#hud.shown }),
      onMessage: ({ action }) => this.#actions.act(action),
    });
    this.#tellUnreadableSettings();
    const areKeysRead = await Promise.all([this.#providers.load(), this.#cleanUp.model.load()]);
    if (areKeysRead.includes(false)) this.#notice(KEY_MESSAGES['not-read']);
    await Promise.all([this.#chords.apply(this.#settings.current.chords), this.#microphone.ready()]);
    if (!this.#settings.current.onboarded && !this.#dependencies.skipOnboarding) this.openSettings();
    this.#account.begin();
    links.onLink((link) => this.#account.follow(link));
    this.#update();
  }

  #wake(): void {
    this.#engine.wake();
    this.#microphone.wake();
    this.#usage.reportNow();
    void this.#account.refresh(ENTITLEMENT_AGE_MS.afterSleep);
  }

  #writing(app: string | undefined): WritingSettings {
    const cleanUp = this.#cleanUp.isWanted ? this.#cleanUp.current : undefined;
    return writingIn(app, this.#settings.current, cleanUp);
  }

  /** Remembers the app that has the focus, to be offered for a rule. */
  async #rememberFocusedApp(): Promise<void> {
    const app = await this.#platform.inserter.focusedApp().catch(() => undefined);
    if (app === undefined || app === this.#lastApp) return;
    this.#lastApp = app;
    this.changed();
  }

  #onChord({ action, type }: ChordEvent): void {
    if (action === 'cancel' || action === 'pasteLast') {
      if (type === 'pressed') this.#actions.choose(action === 'pasteLast' ? 'paste-last' : action);
    } else if (type === 'pressed') this.#pressKey(action);
    else if (type === 'combined') this.#handleCombined(action);
    else
      this.#gesture(
        action === 'toggle' ? { type: 'toggle-released' } : { type: 'hold-released', key: action, holdDown: false },
      );
  }

  #pressKey(key: DictationKey): void {
    const { chords, tapToLatch } = this.#settings.current;
    const traits = keyTraits(chords[key] ?? '');
    this.#openedUnseen = undefined;
    if (!this.#mayPress(key, traits)) return;
    this.#gesture(
      key === 'toggle'
        ? { type: 'toggle-pressed', shared: traits.shared }
        : { type: 'hold-pressed', key, holdDown: true, tapLatches: tapToLatch, ...traits },
    );
  }

  /** Whether a press can be followed; if not, says why. */
  #mayPress(key: DictationKey, { shared }: { shared: boolean }): boolean {
    if (this.#isHearing) return true;
    const lacks = this.#providers.missing ?? (key === 'edit' ? this.#editingLacks : undefined);
    const isPossible = lacks === undefined && !isUsedUp(this.#account.allowance);
    if (!shared || isPossible) return this.#isReady(key);
    // Nothing is to be seen where the key is only a part of another combination.
    this.#cancelRefusal?.();
    this.#cancelRefusal = this.#dependencies.clock.schedule(GESTURE.tentativeMs, () => this.#isReady(key));
    return false;
  }

  #handleCombined(key: DictationKey): void {
    this.#cancelRefusal?.();
    this.#gesture({ type: 'combined', key });
  }

  #toggle(): void {
    if (this.#isHearing || this.#isReady('toggle')) this.#gesture({ type: 'toggle-pressed' });
  }

  #gesture(event: GestureEvent): void {
    this.#watchKeys(this.#engine.gesture(event));
  }

  /** Reads the real state of the keys that are down again and again, in case a release never comes. */
  #watchKeys({ watch }: { watch: readonly DictationKey[] }): void {
    if (watch.length === 0 || this.#cancelHoldCheck) return;
    this.#cancelHoldCheck = this.#dependencies.clock.schedule(HOLD_CHECK_MS, async () => {
      const readings = await Promise.all(
        watch.map(async (key) => ({ key, holdDown: await this.#platform.hotkeys.isDown(key) })),
      );
      this.#cancelHoldCheck = undefined;
      for (const reading of readings) this.#gesture({ type: 'hold-read', ...reading });
    });
  }

  /** Whether a dictation is live that a chord would only change or end. */
  get #isHearing(): boolean {
    return this.#capture === 'starting' || this.#capture === 'recording';
  }

  /** Whether what a key is for can begin; if not, says why. */
  #isReady(key: DictationKey): boolean {
    if (!this.#hasProvider() || (key === 'edit' && !this.#canEdit())) return false;
    const isAllowed = this.#allowanceNotifier.isAllowed();
    if (!isAllowed) this.#play('error');
    return isAllowed;
  }

  /** Whether the provider can be used; if not, says what it lacks. */
  #hasProvider(): boolean {
    const { missing } = this.#providers;
    if (missing === undefined) {
      this.#hud.withdraw(NOT_READY);
      return true;
    }
    this.#refuse(NOT_READY, MISSING[missing]);
    return false;
  }

  /** Whether the language model can be asked; if not, says what it lacks. */
  #canEdit(): boolean {
    const lacks = this.#editingLacks;
    if (lacks === undefined) this.#hud.withdraw(NOT_READY_TO_EDIT);
    else this.#refuse(NOT_READY_TO_EDIT, EDITING_LACKS[lacks]);
    return lacks === undefined;
  }

  get #editingLacks(): keyof typeof EDITING_LACKS | undefined {
    return this.#cleanUp ? this.#cleanUp.model.missing : 'all';
  }

  #editor(): TextEditor | undefined {
    const model = this.#cleanUp?.model.current;
    return model && createTextEditor(model);
  }

  #refuse(title: string, detail: string): void {
    const actions: HudView['actions'] = [{ id: 'settings', label: 'Settings' }];
    this.#hud.tell({ tone: 'notice', title, detail, host: null, actions });
    this.#play('error');
  }

  #engineChanged(): void {
    const view = this.#engine.view();
    const before = this.#capture;
    this.#capture = view.capture;
    if (before === 'idle' && view.capture !== 'idle') {
      this.#isHudPlaced = false;
      void this.#rememberFocusedApp();
      // In case that it has to be asked for what it needs.
      this.#permissions.lookForMissing();
    }
    // Only the first real sample says that the microphone hears.
    if (view.capture === 'recording' && (before === 'starting' || before === 'idle'))
      this.#play('start', () => this.#muteOthers());
    if (view.capture === 'idle') this.#muting.end();
    if (before !== 'idle' && view.capture === 'idle' && isAwaited(view)) this.#play('stop');
    const isBusy = view.capture !== 'idle' || isAwaited(view);
    this.#chords.setCancelWanted(isBusy);
    if (!isBusy) this.#updates?.handleIdle();
    this.#hud.engineChanged(view);
    if (view.capture !== 'idle' && this.#openedUnseen) this.#handleMicrophone(this.#openedUnseen);
    this.changed();
  }

  #takeOver(take: TakeView): void {
    // A failed take may be tried again: it counts when it is over for good.
    if (take.phase !== 'failed') this.#spend(take);
    if (take.phase === 'failed') this.#play('error');
    this.#hud.takeOver(take, this.#engine.view());
    this.#allowanceNotifier.tellWhatIsLeft();
    void this.#account.refresh(ENTITLEMENT_AGE_MS.afterDictation);
    this.changed();
  }

  /** What was understood on this computer costs nothing. */
  #spend({ host, audioSeconds, backupSeconds, pricePerMinute }: TakeView): void {
    const freeSeconds = host === ON_THIS_COMPUTER ? audioSeconds : backupSeconds;
    const paidSeconds = audioSeconds - freeSeconds;
    if (freeSeconds > 0) this.#spending.add(freeSeconds, 0);
    if (paidSeconds > 0) this.#spending.add(paidSeconds, pricePerMinute);
  }

  async #forgetEverything(): Promise<void> {
    this.#engine.forget();
    this.#hud.forget();
    this.#account.signOut();
    this.#usage.forget();
    this.#spending.forget();
    this.#settings.reset();
    await Promise.all([
      Promise.all([this.#providers.forget(), this.#cleanUp.model.forget()]).catch(() =>
        this.#notice(KEY_MESSAGES['not-removed']),
      ),
      this.#chords.apply(this.#settings.current.chords),
    ]);
  }

  /** Whether onboarding is open, and tells what became of the microphone. */
  #isToldByOnboarding(notice: EngineNotice): boolean {
    if (notice.type !== 'recording-stopped') return false;
    const { by } = notice;
    return by !== 'silence' && by !== 'sleep' && by !== 'end' && this.#settingsWindows.tellOnboarding(by);
  }

  /** What of the settings could not be taken is named; the rest holds. */
  #tellUnreadableSettings(): void {
    const { unreadable } = this.#settings;
    if (unreadable.length === 0) return;
    const named = unreadable.slice(0, 3).join('; ');
    const more = unreadable.length > 3 ? `; and ${unreadable.length - 3} more` : '';
    this.#notice([
      'Some settings couldn’t be read',
      `${named}${more}. Their defaults are used; everything else is as you set it.`,
    ]);
  }

  #handleUsage(notice: UsageNotice): void {
    if (notice === 'saved-again') return;
    this.#notice(USAGE_MESSAGES[notice]);
  }

  #notice([title, detail]: readonly [title: string, detail: string]): void {
    this.#hud.tell({ tone: 'notice', title, detail, host: null });
  }

  #handleMicrophone(device: OpenedDevice): void {
    this.#openedUnseen = this.#capture === 'idle' ? device : undefined;
    if (this.#openedUnseen) return;
    const words = openedWarning(device, this.#settings.current.microphone?.label);
    if (words?.tone === 'warning') this.#hud.warn(words.text);
    else if (words) this.#hud.remark(words.text);
  }

  #muteOthers(): void {
    if (this.#settings.current.muteWhileRecording && this.#capture === 'recording') this.#muting.begin();
  }

  #handleMuting(problem: MutingProblem): void {
    if (problem === 'not-muted') this.#hud.remark(NOT_MUTED);
    else this.#notice(NOT_UNMUTED);
  }

  #settingsChanged(): void {
    if (!this.#settings.current.muteWhileRecording) this.#muting.end();
    this.#microphone.choiceChanged();
    this.changed();
  }

  /** Plays a cue where the user wants any. Calls back when it has sounded. */
  #play(cue: Cue, onOver: () => void = () => {}): void {
    if (this.#settings.current.sounds) this.#muting.whenAudible(() => this.#microphone.play(cue, onOver));
    else onOver();
  }

  #showHud(view: HudView | null): void {
    const { windows } = this.#platform;
    windows.send('hud', { type: 'view', view });
    if (view === null) windows.hideHud();
    else if (!this.#isHudPlaced) windows.showHud();
    this.#isHudPlaced = view !== null;
  }

  #cancelLabel(): string | null {
    return this.#chords.problem('cancel') ? null : chordLabel(this.#settings.current.chords.cancel, this.#platform.os);
  }

  /** Tells menu bar and windows how things stand. */
  #update(): void {
    const { menuBar, os: platform } = this.#platform;
    const view = this.#engine.view();
    const menu = menuOf({
      view,
      settings: this.#settings.current,
      platform,
      isProviderMissing: this.#providers.missing !== undefined,
      provider: this.#providers.name,
      isFree: this.#providers.used === 'on-device',
      isTidied: this.#cleanUp.isWanted,
      today: this.#spending.today,
      devices: this.#devices,
      allowance: this.#account.allowance,
      update: this.#updates?.state ?? null,
      clock: this.#dependencies.clock,
    });
    this.#showInMenuBar({ state: menuBarStateOf(view), menu });
    this.#settingsWindows.update(menuBar.isInWindow ? menu : null);
  }

  #showInMenuBar(shown: { state: MenuBarState; menu: Menu }): void {
    if (isDeepStrictEqual(shown, this.#inMenuBar)) return;
    this.#inMenuBar = shown;
    this.#platform.menuBar.show(shown.state, shown.menu);
  }
}
