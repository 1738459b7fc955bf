import { isDeepStrictEqual } from 'node:util';
import type { WallClock } from '@workspace/dictation/ports';
import type { Menu } from '../../ipc/menu.ts';
import type { Account } from '../account/account.ts';
import type { Dictation } from '../dictation/dictation.ts';
import type { TextCleanUp } from '../language-model/text-clean-up.ts';
import type { WindowMicrophone } from '../microphone/window-microphone.ts';
import type { MenuBar, MenuBarState } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { SpeechProviders } from '../speech/speech-providers.ts';
import type { UpdateSchedule } from '../system/update-schedule.ts';
import type { SpendingMeter } from '../usage/spending.ts';
import { menuBarStateOf, menuOf } from './menu.ts';

export interface AppMenuDependencies {
  clock: WallClock;
  menuBar: MenuBar;
  dictation: Pick<Dictation, 'engine'>;
  settings: Pick<SettingsKeeper, 'current'>;
  providers: Pick<SpeechProviders, 'missing' | 'name' | 'used'>;
  cleanUp: Pick<TextCleanUp, 'isWanted'>;
  spending: Pick<SpendingMeter, 'today'>;
  microphone: Pick<WindowMicrophone, 'devices'>;
  account: Pick<Account, 'allowance'>;
  updates: Pick<UpdateSchedule, 'state'> | undefined;
}

/** The app's menu: in the menu bar, or in the settings window if there is no menu bar. */
export class AppMenu {
  readonly #dependencies: AppMenuDependencies;
  #shown: { state: MenuBarState; menu: Menu } | undefined;

  constructor(dependencies: AppMenuDependencies) {
    this.#dependencies = dependencies;
  }

  /** The current menu; null if it doesn't belong in a window. */
  get inWindow(): Menu | null {
    return this.#dependencies.menuBar.isInWindow ? this.#menu : null;
  }

  /** Shows the current state in the menu bar. */
  update(): void {
    const { menuBar, dictation } = this.#dependencies;
    const shown = { state: menuBarStateOf(dictation.engine.view()), menu: this.#menu };
    if (isDeepStrictEqual(shown, this.#shown)) return;
    this.#shown = shown;
    menuBar.show(shown.state, shown.menu);
  }

  get #menu(): Menu {
    const { clock, dictation, settings, providers, cleanUp } = this.#dependencies;
    const { spending, microphone, account, updates } = this.#dependencies;
    return menuOf({
      clock,
      view: dictation.engine.view(),
      settings: settings.current,
      isProviderMissing: providers.missing !== undefined,
      provider: providers.name,
      isFree: providers.used === 'on-device',
      isTidied: cleanUp.isWanted,
      today: spending.today,
      devices: microphone.devices,
      allowance: account.allowance,
      update: updates?.state ?? null,
    });
  }
}
