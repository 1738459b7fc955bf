import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';

/** Electron ignores a call that hides the icon within a second of the previous call (`Dock.hide` in its reference). */
const SETTLE_MS = 1_100;

/** The app's icon in the Dock, which is there only while a window that the user works in is open. */
export class DockIcon {
  /** undefined if there is no Dock. */
  readonly #dock: Pick<Electron.Dock, 'show' | 'hide'> | undefined;
  readonly #clock: Clock;
  #isShown = false;
  #shownAt = 0;
  #cancelHiding: (() => void) | undefined;

  constructor(dock: Pick<Electron.Dock, 'show' | 'hide'> | undefined, clock: Clock) {
    this.#dock = dock;
    this.#clock = clock;
  }

  show(): void {
    this.#cancelHiding?.();
    this.#cancelHiding = undefined;
    if (!this.#dock || this.#isShown) return;
    this.#isShown = true;
    this.#shownAt = this.#clock.now();
    void this.#dock.show();
  }

  /** Hides it as soon as possible, unless it is shown again before then. */
  hide(): void {
    if (!this.#isShown || this.#cancelHiding) return;
    const waitMs = Math.max(0, this.#shownAt + SETTLE_MS - this.#clock.now());
    this.#cancelHiding = this.#clock.schedule(waitMs, () => {
      this.#cancelHiding = undefined;
      this.#isShown = false;
      this.#dock?.hide();
    });
  }

  close(): void {
    this.#cancelHiding?.();
  }
}
