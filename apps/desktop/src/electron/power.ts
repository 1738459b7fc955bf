import type * as Electron from 'electron';
import type { Power } from '../app/platform.ts';

/** Sleep and wake as macOS reports them; a locked screen counts as sleep. Create once the app is ready. */
export class ElectronPower implements Power {
  readonly #powerMonitor: Pick<Electron.PowerMonitor, 'on'>;
  readonly #powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>;
  #blocker: number | undefined;

  constructor(
    powerMonitor: Pick<Electron.PowerMonitor, 'on'>,
    powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>,
  ) {
    this.#powerMonitor = powerMonitor;
    this.#powerSaveBlocker = powerSaveBlocker;
  }

  onSleep(listener: () => void): void {
    this.#powerMonitor.on('suspend', () => listener());
    this.#powerMonitor.on('lock-screen', () => listener());
  }

  onWake(listener: () => void): void {
    this.#powerMonitor.on('resume', () => listener());
    this.#powerMonitor.on('unlock-screen', () => listener());
  }

  /** Without it, macOS slows down an app that shows no window (App Nap). */
  keepAwake(isWanted: boolean): void {
    if (isWanted) {
      this.#blocker ??= this.#powerSaveBlocker.start('prevent-app-suspension');
    } else if (this.#blocker !== undefined) {
      this.#powerSaveBlocker.stop(this.#blocker);
      this.#blocker = undefined;
    }
  }
}
