import type { Clock } from '@workspace/speech/clock';
import { GESTURE } from './tuning.ts';

/** A take that may be an accident: its notices are held back until it is confirmed. */
export class TentativeTake {
  readonly id: number;
  /** The press was so short that it is meant only if something is said. */
  isTap = false;
  readonly #stopTimer: () => void;
  #heldBack: (() => void)[] = [];

  /** `onMeant` is called once the key has been held for long enough. */
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

  /** The time alone does not confirm it any more. */
  end(): void {
    this.#stopTimer();
  }

  /** Gives the notices that were held back. */
  release(): void {
    for (const notify of this.#heldBack.splice(0)) notify();
  }
}
