import { isDeepStrictEqual } from 'node:util';
import { Engine, type EngineView, type TakeView } from '@workspace/dictation/engine';
import type { WallClock } from '@workspace/dictation/ports';
import { UsageLedger, type UsageNotice } from '@workspace/dictation/usage-ledger';
import type { Transport } from '@workspace/speech/transport';
import type { ChordAction } from '../channel/chord.ts';
import { chordLabel } from '../channel/chord-label.ts';
import type { HudActionId, HudView } from '../channel/hud-messages.ts';
import type { Menu } from '../channel/menu.ts';
import type { MicrophoneDevice } from '../channel/microphone-messages.ts';
import { ChordBinder } from './chord-binder.ts';
import { defaultSettings } from './default-settings.ts';
import { HudPresenter } from './hud-presenter.ts';
import { LevelMonitor } from './level-monitor.ts';
import { failedTake, isAwaited, type MenuItem, menuBarStateOf, menuOf } from './menu.ts';
import type { DocumentStore } from './saved-document.ts';
import { MISSING, SelfCheck } from './self-check.ts';
import { SettingsKeeper } from './settings-keeper.ts';
import { SettingsWindows, type SettingsWindowsSurroundings } from './settings-windows.ts';
import type { MenuBarState, Shell } from './shell.ts';
import { type SpeechEnvironment, SpeechProviders } from './speech-providers.ts';
import { SpendingMeter } from './spending.ts';
import { WindowMicrophone } from './window-microphone.ts';

/** How often the chord that is held is looked at, in case its release was missed. */
const HOLD_CHECK_MS = 100;
/** How often the windows are told of changes, at most. */
const VIEW_MS = 60;

export interface AppSurroundings {
  clock: WallClock;
  transport: Transport;
  /** Where settings, usage and spending are kept. */
  stores: Record<'settings' | 'usage' | 'spending', DocumentStore>;
  environment: SpeechEnvironment;
  skipFirstStart: boolean;
  version: string;
  newId(): string;
  /** The user wants to end the app. */
  onQuit(): void;
}

/** What to say of the count of dictated time. */
const USAGE_WORDS: Record<Exclude<UsageNotice, 'saved-again'>, [title: string, detail: string]> = {
  'not-saved': [
    'Dictated time can’t be saved',
    'The disk is full or can’t be written to. Free some space; dictation goes on, and saving is tried again.',
  ],
  'set-aside': [
    'The list of dictated time was damaged',
    'What could be read is kept; the damaged file stands beside the new one.',
  ],
};

/** The desktop app: dictation, its settings, and what the user sees of both. */
export class App {
  readonly #shell: Shell;
  readonly #surroundings: AppSurroundings;
  readonly #settings: SettingsKeeper;
  readonly #spending: SpendingMeter;
  readonly #usage: UsageLedger;
  readonly #providers: SpeechProviders;
  readonly #microphone: WindowMicrophone;
  readonly #engine: Engine;
  readonly #hud: HudPresenter;
  readonly #chords: ChordBinder;
  readonly #level: LevelMonitor;
  readonly #settingsWindows: SettingsWindows;
  #devices: readonly MicrophoneDevice[] = [];
  #capture: EngineView['capture'] = 'idle';
  /** The price of the live take's model, which may have been changed by the time the take is over. */
  #pricePerMinute: number | undefined;
  /** Whether the HUD is where the user works. It may still tell of the take before, on another screen. */
  #isHudPlaced = false;
  #inMenuBar: { state: MenuBarState; menu: Menu } | undefined;
  #cancelHoldCheck: (() => void) | undefined;
  #cancelViewUpdate: (() => void) | undefined;

  /** Starts the app. Resolves once its hotkeys and its microphone can be used. */
  static async start(shell: Shell, surroundings: AppSurroundings): Promise<App> {
    const { clock, stores, skipFirstStart, newId } = surroundings;
    let app: App | undefined;
    const onChange = () => app?.changed();
    const settings = await SettingsKeeper.open({
      store: stores.settings,
      clock,
      defaults: { ...defaultSettings(shell.platform), onboarded: skipFirstStart },
      onChange,
    });
    const usage = await UsageLedger.open({
      clock,
      newId,
      store: stores.usage,
      onNotice: (notice) => {
        if (app) app.#noteUsage(notice);
      },
    });
    app = new App(shell, surroundings, {
      settings,
      usage,
      spending: await SpendingMeter.open(stores.spending, clock),
    });
    await app.#begin();
    return app;
  }

  private constructor(
    shell: Shell,
    surroundings: AppSurroundings,
    kept: { settings: SettingsKeeper; usage: UsageLedger; spending: SpendingMeter },
  ) {
    const { clock, transport, environment, version } = surroundings;
    const onChange = () => this.changed();
    this.#shell = shell;
    this.#surroundings = surroundings;
    this.#settings = kept.settings;
    this.#usage = kept.usage;
    this.#spending = kept.spending;
    this.#providers = new SpeechProviders(
      { clock, transport },
      shell.secrets,
      environment,
      () => this.#settings.current,
      onChange,
    );
    this.#microphone = new WindowMicrophone({
      windows: shell.windows,
      clock,
      device: () => this.#settings.current.microphone,
      onOpened: ({ label, isFallback }) => this.#noteMicrophone(label, isFallback),
      onSilentDevice: () => this.#hud.warn('The microphone gives no sound at all. Check that it is not muted.'),
      onDevices: (devices) => {
        this.#devices = devices;
        onChange();
      },
    });
    this.#chords = new ChordBinder(shell.hotkeys, shell.platform, onChange);
    this.#hud = new HudPresenter({
      clock,
      show: (view) => this.#showHud(view),
      cancelChord: () => this.#cancelLabel(),
    });
    this.#level = new LevelMonitor(this.#microphone, onChange);
    const selfCheck = new SelfCheck({
      clock,
      microphone: this.#microphone,
      permissions: shell.permissions,
      providers: this.#providers,
      chords: this.#chords,
      settings: this.#settings,
      platform: shell.platform,
      version,
      onChange,
    });
    const settingsWindows: SettingsWindowsSurroundings = {
      windows: shell.windows,
      settings: this.#settings,
      providers: this.#providers,
      chords: this.#chords,
      spending: this.#spending,
      level: this.#level,
      selfCheck,
      platform: shell.platform,
      version,
      devices: () => this.#devices,
      onChoose: (item) => this.#choose(item as MenuItem),
      onForgetEverything: () => this.#forgetEverything(),
      onKeyNotSaved: () => this.#tellKeyNotSaved(),
    };
    this.#settingsWindows = new SettingsWindows(settingsWindows, () => this.#update());
    this.#engine = new Engine(
      { clock, microphone: this.#microphone, inserter: shell.inserter, usage: this.#usage },
      {
        recognition: () => this.#providers.recognition(),
        replacements: () => this.#settings.current.replacements,
      },
      {
        onChange: () => this.#engineChanged(),
        onNotice: (notice) => {
          this.#hud.notice(notice);
          if (notice.type !== 'silence') this.#play('error');
        },
        onTakeOver: (take) => this.#takeOver(take),
      },
    );
  }

  /** Shows the settings, or the first start where it has not been gone through. */
  openSettings(): void {
    this.#settingsWindows.open();
  }

  /** Ends everything: what is being said is dropped, what is to be saved is saved. */
  async close(): Promise<void> {
    this.#engine.forget();
    this.#cancelHoldCheck?.();
    this.#cancelViewUpdate?.();
    this.#hud.close();
    this.#level.close();
    await Promise.all([this.#settings.settled(), this.#spending.settled(), this.#usage.flush()]);
    this.#settings.close();
    this.#spending.close();
    this.#usage.close();
  }

  /** Something changed that windows or menu show. */
  changed(): void {
    this.#cancelViewUpdate ??= this.#surroundings.clock.schedule(VIEW_MS, () => {
      this.#cancelViewUpdate = undefined;
      this.#update();
    });
  }

  async #begin(): Promise<void> {
    const { hotkeys, windows, menuBar, power } = this.#shell;
    hotkeys.onEvent(({ action, type }) => this.#onChord(action, type));
    menuBar.onChoose((item) => this.#choose(item as MenuItem));
    power.onSleep(() => this.#engine.sleep());
    power.onWake(() => this.#engine.wake());
    windows.listen('hud', {
      onOpen: () => windows.send('hud', { type: 'view', view: this.#hud.shown }),
      onMessage: ({ action }) => this.#act(action),
    });
    await this.#providers.load();
    await Promise.all([this.#chords.apply(this.#settings.current.chords), this.#microphone.ready()]);
    if (!this.#settings.current.onboarded && !this.#surroundings.skipFirstStart) this.openSettings();
    this.#update();
  }

  #onChord(action: ChordAction, type: 'pressed' | 'released'): void {
    if (action === 'hold') this.#onHold(type);
    else if (type === 'pressed') this.#choose(action === 'pasteLast' ? 'paste-last' : action);
  }

  #onHold(type: 'pressed' | 'released'): void {
    if (type === 'released') this.#engine.gesture({ type: 'hold-released', holdDown: false });
    else if (this.#isReady()) this.#watchHold(this.#engine.gesture({ type: 'hold-pressed', holdDown: true }));
  }

  /** Reads the real state of the held chord again and again, in case its release never comes. */
  #watchHold({ watchHold }: { watchHold: boolean }): void {
    if (!watchHold || this.#cancelHoldCheck) return;
    this.#cancelHoldCheck = this.#surroundings.clock.schedule(HOLD_CHECK_MS, async () => {
      const holdDown = await this.#shell.hotkeys.isDown('hold');
      this.#cancelHoldCheck = undefined;
      this.#watchHold(holdDown === undefined ? { watchHold } : this.#engine.gesture({ type: 'hold-read', holdDown }));
    });
  }

  /** Whether a dictation can begin; if not, says why. */
  #isReady(): boolean {
    const { missing } = this.#providers;
    if (missing === undefined) return true;
    this.#hud.tell({
      tone: 'notice',
      title: 'Not ready to dictate',
      detail: MISSING[missing],
      host: null,
      actions: [{ id: 'settings', label: 'Settings' }],
    });
    this.#play('error');
    return false;
  }

  #engineChanged(): void {
    const view = this.#engine.view();
    const before = this.#capture;
    this.#capture = view.capture;
    if (before === 'idle' && view.capture !== 'idle') {
      this.#pricePerMinute = this.#providers.pricePerMinute;
      this.#isHudPlaced = false;
    }
    // Only the first real sample says that the microphone hears.
    if (before === 'starting' && view.capture === 'recording') this.#play('start');
    if (before !== 'idle' && view.capture === 'idle' && isAwaited(view)) this.#play('stop');
    this.#chords.setCancelWanted(view.capture !== 'idle' || isAwaited(view));
    this.#hud.engineChanged(view);
    this.changed();
  }

  #takeOver(take: TakeView): void {
    if (take.audioSeconds > 0) this.#spending.add(take.audioSeconds, this.#pricePerMinute);
    if (take.phase === 'failed') this.#play('error');
    this.#hud.takeOver(take, this.#engine.view());
    this.changed();
  }

  async #pasteLast(): Promise<void> {
    const { lastText } = this.#engine.view();
    if (lastText === undefined) {
      this.#hud.tell({ tone: 'remark', title: 'There is no last text to paste', detail: null, host: null });
      return;
    }
    const { inserter } = this.#shell;
    const outcome = await inserter.insert(await inserter.captureTarget(), lastText);
    if (outcome !== 'inserted') this.#hud.tellNotInserted(outcome);
  }

  #act(action: HudActionId): void {
    switch (action) {
      case 'retry':
        this.#retry();
        break;
      case 'copy':
        void this.#copyLast();
        break;
      case 'settings':
        this.openSettings();
        break;
    }
    this.#hud.dismiss();
  }

  #retry(): void {
    const take = failedTake(this.#engine.view());
    if (take !== undefined) this.#engine.retry(take);
  }

  async #copyLast(): Promise<void> {
    const { lastText } = this.#engine.view();
    if (lastText === undefined) return;
    try {
      await this.#shell.clipboard.writeText(lastText);
      this.#hud.tell({ tone: 'remark', title: 'Copied', detail: null, host: null });
    } catch {
      this.#hud.tellNotInserted('failed');
    }
  }

  #choose(item: MenuItem): void {
    switch (item) {
      case 'toggle':
        if (this.#capture !== 'idle' || this.#isReady()) this.#engine.gesture({ type: 'toggle-pressed' });
        break;
      case 'cancel':
        this.#engine.gesture({ type: 'cancel-pressed' });
        break;
      case 'paste-last':
        void this.#pasteLast();
        break;
      case 'retry':
        this.#retry();
        break;
      case 'settings':
        this.#shell.windows.open('settings');
        break;
      case 'quit':
        this.#surroundings.onQuit();
        break;
    }
  }

  async #forgetEverything(): Promise<void> {
    this.#engine.forget();
    this.#hud.forget();
    this.#usage.forget();
    this.#spending.forget();
    this.#settings.reset();
    await this.#providers.forget();
    await this.#chords.apply(this.#settings.current.chords);
  }

  #noteUsage(notice: UsageNotice): void {
    if (notice === 'saved-again') return;
    const [title, detail] = USAGE_WORDS[notice];
    this.#hud.tell({ tone: 'notice', title, detail, host: null });
  }

  #tellKeyNotSaved(): void {
    this.#hud.tell({
      tone: 'notice',
      title: 'The key could not be saved',
      detail: 'It works until the app ends. Check the disk, then enter it again.',
      host: null,
    });
  }

  #noteMicrophone(label: string, isFallback: boolean): void {
    const chosen = this.#settings.current.microphone?.label;
    if (isFallback)
      this.#hud.warn(`${chosen || 'The chosen microphone'} is not there. Listening to ${label || 'another one'}.`);
  }

  #play(cue: 'start' | 'stop' | 'error'): void {
    if (this.#settings.current.sounds) this.#microphone.play(cue);
  }

  #showHud(view: HudView | null): void {
    const { windows } = this.#shell;
    windows.send('hud', { type: 'view', view });
    if (view === null) windows.hideHud();
    else if (!this.#isHudPlaced) windows.showHud();
    this.#isHudPlaced = view !== null;
  }

  #cancelLabel(): string | null {
    return this.#chords.problem('cancel')
      ? null
      : chordLabel(this.#settings.current.chords.cancel, this.#shell.platform);
  }

  /** Tells menu bar and windows how things stand. */
  #update(): void {
    const { menuBar, platform } = this.#shell;
    const view = this.#engine.view();
    const menu = menuOf(view, this.#settings.current, platform);
    this.#showInMenuBar({ state: menuBarStateOf(view), menu });
    this.#settingsWindows.update(menuBar.isInWindow ? menu : null);
  }

  #showInMenuBar(shown: { state: MenuBarState; menu: Menu }): void {
    if (isDeepStrictEqual(shown, this.#inMenuBar)) return;
    this.#inMenuBar = shown;
    this.#shell.menuBar.show(shown.state, shown.menu);
  }
}
