import type * as Electron from 'electron';
import type { MenuBar } from '../app/platform.ts';

type PowerSaveBlocker = Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>;

/**
 * A menu bar that also keeps macOS from slowing the app down (App Nap), and the Mac from falling asleep, while something is
 * recorded or awaited. At all other times the app rests like any other.
 */
export class WakefulMenuBar implements MenuBar {
  readonly #menuBar: MenuBar;
  readonly #powerSaveBlocker: PowerSaveBlocker;
  #blocker: number | undefined;

  constructor(menuBar: MenuBar, powerSaveBlocker: PowerSaveBlocker) {
    this.#menuBar = menuBar;
    this.#powerSaveBlocker = powerSaveBlocker;
  }

  get isInWindow(): boolean {
    return this.#menuBar.isInWindow;
  }

  show(...shown: Parameters<MenuBar['show']>): void {
    const [state] = shown;
    if (state === 'recording' || state === 'busy')
      this.#blocker ??= this.#powerSaveBlocker.start('prevent-app-suspension');
    else this.close();
    this.#menuBar.show(...shown);
  }

  onChoose(listener: (item: string) => void): void {
    this.#menuBar.onChoose(listener);
  }

  /** Lets the app rest. */
  close(): void {
    if (this.#blocker !== undefined) this.#powerSaveBlocker.stop(this.#blocker);
    this.#blocker = undefined;
  }
}
