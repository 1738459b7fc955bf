import type * as Electron from 'electron';
import type { Power } from '../app/platform.ts';

/** Sleep and wake as macOS tells them; a locked screen counts as sleep. To be made when the app is ready. */
export class ElectronPower implements Power {
  readonly #powerMonitor: Pick<Electron.PowerMonitor, 'on'>;

  constructor(powerMonitor: Pick<Electron.PowerMonitor, 'on'>) {
    this.#powerMonitor = powerMonitor;
  }

  onSleep(listener: () => void): void {
    this.#powerMonitor.on('suspend', () => listener());
    this.#powerMonitor.on('lock-screen', () => listener());
  }

  onWake(listener: () => void): void {
    this.#powerMonitor.on('resume', () => listener());
    this.#powerMonitor.on('unlock-screen', () => listener());
  }
}
