import { type Command, microphoneOf } from '../../ipc/commands.ts';
import type { HudActionId } from '../../ipc/hud-messages.ts';
import { type Dictation, failedTake } from '../dictation/dictation.ts';
import type { DictationKeys } from '../dictation/dictation-keys.ts';
import type { LastText } from '../dictation/last-text.ts';
import type { Readiness } from '../dictation/readiness.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { WindowMicrophone } from '../microphone/window-microphone.ts';
import type { ChordEvent } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { PermissionWatch } from '../system/permission-watch.ts';
import type { UpdateSchedule } from '../system/update-schedule.ts';
import type { WebPages } from '../system/web-pages.ts';

export interface CommandsDependencies {
  dictation: Dictation;
  keys: DictationKeys;
  readiness: Readiness;
  lastText: LastText;
  hud: HudPresenter;
  settings: SettingsKeeper;
  microphone: Pick<WindowMicrophone, 'devices'>;
  permissions: PermissionWatch;
  updates: UpdateSchedule | undefined;
  pages: WebPages;
  /** Shows the settings; without `window`, onboarding if it hasn't been completed. */
  openSettings(window?: 'settings'): void;
  onQuit(): void;
}

/** Runs the commands that the user gives in the menu, in the HUD and with chords. */
export class Commands {
  readonly #dependencies: CommandsDependencies;

  constructor(dependencies: CommandsDependencies) {
    this.#dependencies = dependencies;
  }

  run(command: Command): void {
    const { dictation, keys, lastText, settings, microphone, updates, pages } = this.#dependencies;
    switch (command) {
      case 'toggle':
        keys.toggle();
        break;
      case 'cancel':
        dictation.engine.gesture({ type: 'cancel-pressed' });
        break;
      case 'paste-last':
        void lastText.paste();
        break;
      case 'insert-as-heard':
        void lastText.pasteAsHeard();
        break;
      case 'copy-last':
        void lastText.copy();
        break;
      case 'retry':
        this.#retry(failedTake(dictation.engine.view()));
        break;
      case 'upgrade':
        void pages.open('billing');
        break;
      case 'open-site':
        void pages.open('account');
        break;
      case 'settings':
        this.#dependencies.openSettings('settings');
        break;
      case 'check-for-updates':
        updates?.check();
        break;
      case 'install-update':
        updates?.install();
        break;
      case 'quit':
        this.#dependencies.onQuit();
        break;
      default: {
        const chosen = microphoneOf(command, microphone.devices);
        if (chosen !== undefined) settings.change({ microphone: chosen });
      }
    }
  }

  /** Handles a chord that was pressed or released. */
  handleChord({ action, type }: ChordEvent): void {
    if (action !== 'cancel' && action !== 'pasteLast') this.#dependencies.keys.handle(action, type);
    else if (type === 'pressed') this.run(action === 'cancel' ? 'cancel' : 'paste-last');
  }

  /** Handles a button pressed in the HUD. It belongs to the notice shown there, which the user has therefore read. */
  act(action: HudActionId): void {
    const { hud, lastText, permissions, openSettings } = this.#dependencies;
    const { take, text } = hud.dismiss();
    switch (action) {
      case 'retry':
        this.#retry(take);
        break;
      case 'copy':
        void lastText.copyText(text);
        break;
      case 'settings':
        openSettings();
        break;
      case 'upgrade':
        this.run('upgrade');
        break;
      case 'allow':
        void permissions.requestMissing().then((isRequested) => {
          // The settings say what to do.
          if (!isRequested) openSettings();
        });
        break;
    }
  }

  #retry(take: number | undefined): void {
    const { dictation, readiness } = this.#dependencies;
    if (take !== undefined && readiness.admitRecognition()) dictation.engine.retry(take);
  }
}
