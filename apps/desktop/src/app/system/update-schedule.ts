import type { Clock } from '@workspace/speech/clock';
import type { UpdateState } from '../../ipc/system-messages.ts';
import type { Updates } from '../platform.ts';

/** When to check for newer versions, in milliseconds: after the start, and from then on. */
const SCHEDULE = { firstMs: 2 * 60_000, everyMs: 6 * 60 * 60_000 } as const;

export interface UpdateScheduleDependencies {
  clock: Clock;
  updates: Updates;
  /** Whether a dictation is live, or its text is awaited. */
  isBusy(): boolean;
}

/**
 * Decides when to check for a newer version, and when to install it: never during a dictation. Whatever is due waits.
 */
export class UpdateSchedule {
  readonly #dependencies: UpdateScheduleDependencies;
  #isCheckDue = false;
  #isInstallWanted = false;
  #stopWaiting: () => void = () => {};

  constructor(dependencies: UpdateScheduleDependencies) {
    this.#dependencies = dependencies;
    this.#wait(SCHEDULE.firstMs);
  }

  get state(): UpdateState {
    return this.#dependencies.updates.state;
  }

  /** Checks now, or once the dictation is over. */
  check(): void {
    this.#isCheckDue = true;
    this.#doWhatIsDue();
  }

  /** Installs the version that is ready, now or once the dictation is over. */
  install(): void {
    this.#isInstallWanted = this.state.phase === 'ready';
    this.#doWhatIsDue();
  }

  /** Does whatever is due, since no dictation is in progress. */
  handleIdle(): void {
    this.#doWhatIsDue();
  }

  close(): void {
    this.#stopWaiting();
  }

  #wait(delayMs: number): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#dependencies.clock.schedule(delayMs, () => {
      this.#wait(SCHEDULE.everyMs);
      this.check();
    });
  }

  #doWhatIsDue(): void {
    const { updates, isBusy } = this.#dependencies;
    if (isBusy()) return;
    if (this.#isInstallWanted) {
      this.#isInstallWanted = false;
      updates.install();
    } else if (this.#isCheckDue) {
      this.#isCheckDue = false;
      void updates.check();
    }
  }
}
