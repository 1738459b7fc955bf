import type * as Electron from 'electron';

/** Mirrors the system's list of login items as `app` tells of it; the user may change it too. */
export class SimulatedLoginItems implements Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'> {
  isListed = false;
  /** The user has switched it off in the system's settings. */
  isRefused = false;
  /** How often the system told the user of a change. */
  notices = 0;

  getLoginItemSettings(): Electron.LoginItemSettings {
    const isOn = this.isListed && !this.isRefused;
    return {
      openAtLogin: isOn,
      openAsHidden: false,
      wasOpenedAtLogin: false,
      wasOpenedAsHidden: false,
      restoreState: false,
      status: isOn ? 'enabled' : this.isRefused ? 'requires-approval' : 'not-registered',
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
