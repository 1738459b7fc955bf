import type { Clock } from '@workspace/speech/clock';

/** The shortest interval between two notifications of changes to menu and windows. */
const INTERVAL_MS = 60;

/** Gathers what changed that menu and windows show, so that they are brought up to date once for many changes. */
export class Changes {
  readonly #clock: Clock;
  #onChange = () => {};
  #stopWaiting: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something changed. */
  announce(): void {
    this.#stopWaiting ??= this.#clock.schedule(INTERVAL_MS, () => {
      this.#stopWaiting = undefined;
      this.#onChange();
    });
  }

  /** Has everything brought up to date at once. */
  notifyNow(): void {
    this.#onChange();
  }

  /** At most one listener, which brings everything up to date. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  close(): void {
    this.#stopWaiting?.();
  }
}
