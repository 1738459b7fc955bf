import type { EngineNotice } from '@workspace/dictation/engine';
import type { MessageFromSettings } from '../../ipc/settings-messages.ts';
import { ENTITLEMENT_AGE_MS } from '../account/account.ts';
import type { Commands } from '../commands/commands.ts';
import type { Platform } from '../platform.ts';
import type { WebPages } from '../system/web-pages.ts';
import type { ApiKeys } from './api-keys.ts';
import { type SettingsViewSources, settingsViewOf } from './settings-view.ts';

const WINDOWS = ['settings', 'onboarding'] as const;
type SettingsWindow = (typeof WINDOWS)[number];

export interface SettingsWindowsDependencies extends SettingsViewSources {
  platform: Pick<Platform, 'os' | 'loginItem' | 'soundOutput' | 'windows'>;
  apiKeys: ApiKeys;
  commands: Commands;
  pages: WebPages;
  /** Something shown in the windows changed. */
  onChange(): void;
  forgetEverything(): Promise<void>;
}

/** The settings and onboarding windows: shows the current state there, and does what the user asks for. */
export class SettingsWindows {
  readonly #dependencies: SettingsWindowsDependencies;
  readonly #open = new Set<SettingsWindow>();

  constructor(dependencies: SettingsWindowsDependencies) {
    const { platform, permissions, account } = dependencies;
    this.#dependencies = dependencies;
    for (const window of WINDOWS) {
      platform.windows.listen(window, {
        onOpen: () => {
          this.#open.add(window);
          permissions.open();
          void account.refresh(ENTITLEMENT_AGE_MS.windowOpened);
          this.update();
        },
        onMessage: (message) => void this.#handle(message),
        onClose: () => this.#handleClosed(window),
      });
    }
  }

  /** Notifies onboarding, if open, that a dictation found no usable microphone. Returns whether it was open. */
  notifyOnboarding(notice: EngineNotice): boolean {
    if (notice.type !== 'recording-stopped' || !this.#open.has('onboarding')) return false;
    const { by } = notice;
    if (by === 'silence' || by === 'sleep' || by === 'end') return false;
    this.#dependencies.level.handleFailure(by);
    return true;
  }

  update(): void {
    if (this.#open.size === 0) return;
    const view = settingsViewOf(this.#dependencies);
    for (const window of this.#open) this.#dependencies.platform.windows.send(window, { type: 'view', view });
  }

  async #handle(message: MessageFromSettings): Promise<void> {
    const { platform, settings, providers, cleanUp, chords, apiKeys, level } = this.#dependencies;
    const { selfCheck, account, permissions, commands, pages, onChange, forgetEverything } = this.#dependencies;
    switch (message.type) {
      case 'change':
        settings.change(message.change);
        await chords.apply(settings.current.chords);
        break;
      case 'set-key':
        // Entering a key for speech selects its provider; other choices stay.
        if (settings.current.provider === null)
          settings.change({ provider: message.keepsSpeech ? providers.used : message.provider });
        await apiKeys.setForSpeech(message.provider, message.key);
        break;
      case 'remove-key':
        await apiKeys.setForSpeech(message.provider, undefined);
        break;
      case 'check-key':
        await providers.check(message.provider);
        break;
      case 'set-model-key':
        await apiKeys.setForModel(message.key);
        break;
      case 'find-models':
        await cleanUp.model.findModels();
        break;
      case 'try-clean-up':
        await cleanUp.try();
        break;
      case 'pause-chords':
        chords.setPaused(message.paused);
        // Keys are recorded in the current layout, which may have changed since.
        onChange();
        break;
      case 'listen':
        if (message.on) level.open();
        else level.close();
        break;
      case 'run-self-check':
        await selfCheck.run();
        break;
      case 'forget-everything':
        await forgetEverything();
        break;
      case 'choose':
        commands.run(message.item);
        break;
      case 'finish-onboarding':
        settings.change({ onboarded: true });
        platform.windows.close('onboarding');
        break;
      case 'answer-link':
        account.answerLink(message.accept);
        break;
      case 'sign-out':
        account.signOut();
        break;
      case 'open-page':
        void pages.open(message.page);
        break;
      case 'open-key-page': {
        const page = providers.keyPage(message.provider);
        if (page !== undefined) void pages.openAddress(page);
        break;
      }
      case 'request-permission':
        await permissions.request(message.id);
        break;
      case 'start-at-login':
        platform.loginItem?.setEnabled(message.on);
        onChange();
        break;
    }
  }

  #handleClosed(window: SettingsWindow): void {
    this.#open.delete(window);
    if (this.#open.size > 0) return;
    this.#dependencies.level.close();
    this.#dependencies.chords.setPaused(false);
    this.#dependencies.permissions.close();
  }
}
