import type * as Electron from 'electron';

/**
 * Mirrors the login items of macOS 13 and newer as `app` reports them; the user may change them too. Names in backticks
 * cite `App` in electron.d.ts.
 */
export class FakeLoginItems implements Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'> {
  isListed = false;
  /** The user has switched it off in System Settings. */
  isRefused = false;
  /**
   * How often the system notified the user of a change. That it does so each time: undocumented, assumed, see
   * docs/verification.md, "On a Mac".
   */
  notices = 0;

  /**
   * `getLoginItemSettings`: `openAtLogin` and `status`. That the former is true only for `enabled`: Electron's source,
   * `shell/browser/browser_mac.mm`. `requires-approval`: registered, but switched off by the user:
   * developer.apple.com/documentation/servicemanagement/smappservice/status-swift.enum/requiresapproval.
   */
  getLoginItemSettings(): Electron.LoginItemSettings {
    const isOn = this.isListed && !this.isRefused;
    return {
      openAtLogin: isOn,
      openAsHidden: false,
      wasOpenedAtLogin: false,
      wasOpenedAsHidden: false,
      restoreState: false,
      status: isOn ? 'enabled' : this.isListed ? 'requires-approval' : 'not-registered',
      executableWillLaunchAtLogin: false,
      launchItems: [],
    };
  }

  /** `setLoginItemSettings`, `Settings.openAtLogin`: false if omitted. */
  setLoginItemSettings({ openAtLogin = false }: Electron.Settings): void {
    this.isListed = openAtLogin;
    this.notices += 1;
  }
}
