import type { Clock } from '@workspace/speech/clock';
import { GESTURE } from './tuning.ts';

/** A take that may be an accident: its notices are held back until it is confirmed. */
export class TentativeTake {
  readonly id: number;
  /** The press was so short that it only counts if something is said. */
  isTap = false;
  readonly #stopTimer: () => void;
  #heldBack: (() => void)[] = [];

  /** `onMeant` is called once the key has been held long enough. */
  constructor(id: number, clock: Clock, onMeant: () => void) {
    this.id = id;
    this.#stopTimer = clock.schedule(GESTURE.tentativeMs, onMeant);
  }

  holdBack(notify: () => void): void {
    this.#heldBack.push(notify);
  }

  handleRelease(): void {
    this.isTap = true;
    this.end();
  }

  /** Stops the timer: time alone no longer confirms it. */
  end(): void {
    this.#stopTimer();
  }

  /** Emits the notices that were held back. */
  release(): void {
    for (const notify of this.#heldBack.splice(0)) notify();
  }
}
