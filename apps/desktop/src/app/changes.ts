import type { Clock } from '@workspace/speech/clock';

/** The shortest interval between two updates of menu and windows. */
const INTERVAL_MS = 60;

/** Batches changes that menu and windows show, so that many changes cause one update. */
export class Changes {
  readonly #clock: Clock;
  #onChange = () => {};
  #stopWaiting: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reports that something changed. */
  announce(): void {
    this.#stopWaiting ??= this.#clock.schedule(INTERVAL_MS, () => {
      this.#stopWaiting = undefined;
      this.#onChange();
    });
  }

  /** Updates everything immediately. */
  notifyNow(): void {
    this.#onChange();
  }

  /** Sets the listener that updates everything. At most one. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  close(): void {
    this.#stopWaiting?.();
  }
}
