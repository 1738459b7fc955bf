import type { MicrophoneFailure } from '@workspace/dictation/ports';
import type { SitePage } from '../../ipc/account-messages.ts';
import { CHORD_ACTIONS, type ChordAction } from '../../ipc/chord.ts';
import type { Menu } from '../../ipc/menu.ts';
import type { MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import type { MessageFromSettings, SettingsView } from '../../ipc/settings-messages.ts';
import type { Account } from '../account/account.ts';
import type { SelfCheck } from '../diagnostics/self-check.ts';
import type { ChordBinder } from '../hotkeys/chord-binder.ts';
import type { TextCleanUp } from '../language-model/text-clean-up.ts';
import { type LevelMonitor, MICROPHONE_PROBLEMS } from '../microphone/level-monitor.ts';
import type { LoginItem, Windows } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { OnDeviceRecognition } from '../speech/on-device-recognition.ts';
import type { SpeechProviders } from '../speech/speech-providers.ts';
import type { PermissionWatch } from '../system/permission-watch.ts';
import type { UpdateSchedule } from '../system/update-schedule.ts';
import type { SpendingMeter } from '../usage/spending.ts';

const WINDOWS = ['settings', 'onboarding'] as const;
type SettingsWindow = (typeof WINDOWS)[number];

/** What the account may be dictated is asked anew where a window opens, but not more often than that. */
const ENTITLEMENT_AGE_MS = 60_000;

export interface SettingsWindowsDependencies {
  windows: Windows;
  settings: SettingsKeeper;
  providers: SpeechProviders;
  onDevice: Pick<OnDeviceRecognition, 'state'>;
  cleanUp: TextCleanUp;
  chords: ChordBinder;
  spending: SpendingMeter;
  level: LevelMonitor;
  selfCheck: SelfCheck;
  account: Account;
  permissions: PermissionWatch;
  updates: UpdateSchedule | undefined;
  loginItem: LoginItem | undefined;
  canMuteOutput: boolean;
  platform: 'mac' | 'other';
  version: string;
  devices(): readonly MicrophoneDevice[];
  /** The app that had the focus last; null where none is known. */
  lastApp(): string | null;
  /** Something changed that the windows show. */
  onChange(): void;
  /** A menu item was chosen, or what does the same. */
  onChoose(item: string): void;
  onOpenPage(page: SitePage): void;
  /** A page that isn't the site's is to be opened. */
  onOpenAddress(address: string): void;
  onForgetEverything(): Promise<void>;
  /** A key is in use, but could not be stored. */
  onKeyNotSaved(): void;
}

/** The windows for the settings and for onboarding: shows how things stand, and does what the user asks for there. */
export class SettingsWindows {
  readonly #dependencies: SettingsWindowsDependencies;
  readonly #open = new Set<SettingsWindow>();

  /** `onOpen`: a window is there and wants to be shown how things stand. */
  constructor(dependencies: SettingsWindowsDependencies, onOpen: () => void) {
    this.#dependencies = dependencies;
    for (const window of WINDOWS) {
      dependencies.windows.listen(window, {
        onOpen: () => {
          this.#open.add(window);
          dependencies.permissions.open();
          void dependencies.account.refresh(ENTITLEMENT_AGE_MS);
          onOpen();
        },
        onMessage: (message) => void this.#handle(message),
        onClose: () => this.#handleClosed(window),
      });
    }
  }

  /** Shows the settings, or onboarding where it has not been gone through. */
  open(): void {
    const { windows, settings } = this.#dependencies;
    windows.open(settings.current.onboarded ? 'settings' : 'onboarding');
  }

  /** Tells onboarding, while it is open, that a dictation found no usable microphone. Whether it did. */
  tellOnboarding(failure: MicrophoneFailure): boolean {
    if (!this.#open.has('onboarding')) return false;
    this.#dependencies.level.handleFailure(failure);
    return true;
  }

  /** Shows how things stand. `menu` where there is no menu bar for it. */
  update(menu: Menu | null): void {
    if (this.#open.size === 0) return;
    const view = this.#view(menu);
    for (const window of this.#open) this.#dependencies.windows.send(window, { type: 'view', view });
  }

  async #handle(message: MessageFromSettings): Promise<void> {
    const { windows, settings, providers, cleanUp } = this.#dependencies;
    const { chords, level, selfCheck, account, permissions } = this.#dependencies;
    switch (message.type) {
      case 'change':
        settings.change(message.change);
        await chords.apply(settings.current.chords);
        break;
      case 'set-key':
        // Whoever enters a key for speech wants to use it; what was chosen otherwise stays.
        if (settings.current.provider === null)
          settings.change({ provider: message.keepsSpeech ? providers.used : message.provider });
        await this.#store(providers.setKey(message.provider, message.key));
        break;
      case 'remove-key':
        await this.#store(providers.setKey(message.provider, undefined));
        break;
      case 'check-key':
        await providers.check(message.provider);
        break;
      case 'set-model-key':
        await this.#store(cleanUp.model.setKey(message.key));
        break;
      case 'find-models':
        await cleanUp.model.findModels();
        break;
      case 'try-clean-up':
        await cleanUp.try();
        break;
      case 'pause-chords':
        chords.setPaused(message.paused);
        // What is recorded goes by the layout in use, which may be another one by now.
        this.#dependencies.onChange();
        break;
      case 'listen':
        if (message.on) level.open();
        else level.close();
        break;
      case 'run-self-check':
        await selfCheck.run();
        break;
      case 'forget-everything':
        await this.#dependencies.onForgetEverything();
        break;
      case 'choose':
        this.#dependencies.onChoose(message.item);
        break;
      case 'check-for-updates':
      case 'install-update':
        this.#dependencies.onChoose(message.type);
        break;
      case 'finish-onboarding':
        settings.change({ onboarded: true });
        windows.close('onboarding');
        break;
      case 'answer-link':
        account.answerLink(message.accept);
        break;
      case 'sign-out':
        account.signOut();
        break;
      case 'open-page':
        this.#dependencies.onOpenPage(message.page);
        break;
      case 'open-key-page': {
        const page = providers.keyPage(message.provider);
        if (page !== undefined) this.#dependencies.onOpenAddress(page);
        break;
      }
      case 'request-permission':
        await permissions.request(message.id);
        break;
      case 'start-at-login':
        this.#dependencies.loginItem?.setEnabled(message.on);
        this.#dependencies.onChange();
        break;
    }
  }

  async #store(storing: Promise<void> | undefined): Promise<void> {
    try {
      await storing;
    } catch {
      this.#dependencies.onKeyNotSaved();
    }
  }

  #handleClosed(window: SettingsWindow): void {
    this.#open.delete(window);
    if (this.#open.size > 0) return;
    this.#dependencies.level.close();
    this.#dependencies.chords.setPaused(false);
    this.#dependencies.permissions.close();
  }

  #view(menu: Menu | null): SettingsView {
    const { settings, providers, chords, spending, level, selfCheck, account, permissions } = this.#dependencies;
    const { onDevice, cleanUp, updates, loginItem, canMuteOutput, platform, version } = this.#dependencies;
    const { devices, lastApp } = this.#dependencies;
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
        devices: [...devices()],
        isOpen: level.isOpen,
        level: level.level,
        problem: level.failure ? MICROPHONE_PROBLEMS[level.failure] : null,
      },
      chords: Object.fromEntries(CHORD_ACTIONS.map((action) => [action, chord(action)])) as SettingsView['chords'],
      keyNames: chords.keyNames ?? null,
      platform,
      lastApp: lastApp(),
      today: { seconds, dollars, hasUnpriced },
      selfCheck: selfCheck.view,
      account: account.view,
      allowance: account.allowance,
      permissions: [...permissions.list],
      update: updates?.state ?? null,
      startsAtLogin: loginItem?.state() ?? null,
      canMuteOutput,
      // In the window itself nothing need lead to it.
      menu: menu?.filter((item) => item.type !== 'item' || item.id !== 'settings') ?? null,
      version,
    };
  }
}
