import type * as Electron from 'electron';

/** Mirrors the system's list of login items as `app` tells of it; the user may change it too. */
export class SimulatedLoginItems implements Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'> {
  isListed = false;
  /** How often the system told the user of a change. */
  notices = 0;

  getLoginItemSettings(): Electron.LoginItemSettings {
    return {
      openAtLogin: this.isListed,
      openAsHidden: false,
      wasOpenedAtLogin: false,
      wasOpenedAsHidden: false,
      restoreState: false,
      status: this.isListed ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: false,
      launchItems: [],
    };
  }

  /** As there, what is left out counts as false. */
  setLoginItemSettings({ openAtLogin = false }: Electron.Settings): void {
    this.isListed = openAtLogin;
    this.notices += 1;
  }
}
