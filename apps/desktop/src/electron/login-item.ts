import type * as Electron from 'electron';
import type { LoginItem, LoginItemState } from '../app/platform.ts';

/** The app in the system's list of login items, which the user can change too, so the system is asked each time. */
export class MacLoginItem implements LoginItem {
  readonly #app: Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

  constructor(app: Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'>) {
    this.#app = app;
  }

  state(): LoginItemState {
    const { openAtLogin, status } = this.#app.getLoginItemSettings();
    if (openAtLogin) return 'on';
    return status === 'requires-approval' ? 'refused' : 'off';
  }

  setEnabled(enabled: boolean): void {
    // Setting the current value again would make macOS notify the user of a new login item again.
    if (enabled !== (this.state() === 'on')) this.#app.setLoginItemSettings({ openAtLogin: enabled });
  }
}
