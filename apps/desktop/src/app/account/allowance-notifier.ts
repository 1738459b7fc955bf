import type { WallClock } from '@workspace/dictation/ports';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import { type Account, ENTITLEMENT_AGE_MS } from './account.ts';
import { isUsedUp, secondsLeft } from './allowance.ts';
import { LOW_SECONDS, lowMessage, USED_UP, usedUpDetail } from './allowance-messages.ts';

/**
 * While the user may be choosing a plan in the browser: how often to ask the server, and for how long, in milliseconds.
 */
const UPGRADE_WATCH = { everyMs: 10_000, forMs: 10 * 60_000 };

export interface AllowanceNotifierDependencies {
  clock: WallClock;
  hud: Pick<HudPresenter, 'notify' | 'withdraw'>;
  account: Pick<Account, 'allowance' | 'refresh'>;
}

/** Shows the remaining dictation time in the HUD. */
export class AllowanceNotifier {
  readonly #dependencies: AllowanceNotifierDependencies;
  /** Time left after the last dictation. */
  #secondsLeft = Number.POSITIVE_INFINITY;
  #watchEndsAt = 0;
  #stopWatching: () => void = () => {};

  constructor(dependencies: AllowanceNotifierDependencies) {
    this.#dependencies = dependencies;
  }

  /** Handles an attempt to dictate with no time left: says so, and asks the server whether that's still true. */
  handleUsedUp(): void {
    this.#notifyUsedUp();
    void this.#askAgain();
  }

  /**
   * Handles the end of a dictation: says so if little or nothing is left, and updates the allowance from the server.
   */
  handleTakeOver(): void {
    this.#notifyRemaining();
    void this.#dependencies.account.refresh(ENTITLEMENT_AGE_MS.dictated);
  }
  /** Watches for a new plan after its page was opened, so that the next press doesn't have to find out. */
  watchForUpgrade(): void {
    this.#watchEndsAt = this.#dependencies.clock.now() + UPGRADE_WATCH.forMs;
    this.#watch();
  }

  close(): void {
    this.#watchEndsAt = 0;
    this.#stopWatching();
  }

  #notifyRemaining(): void {
    const { hud, account } = this.#dependencies;
    const left = secondsLeft(account.allowance);
    const before = this.#secondsLeft;
    this.#secondsLeft = left;
    if (left >= before || left > LOW_SECONDS) return;
    if (left === 0) this.#notifyUsedUp();
    else hud.notify({ tone: 'remark', title: lowMessage(left), detail: null });
  }

  #notifyUsedUp(): void {
    const { clock, hud, account } = this.#dependencies;
    const detail = usedUpDetail(account.allowance, clock);
    hud.notify({ tone: 'notice', title: USED_UP, detail, actions: [{ id: 'upgrade', label: 'Upgrade' }] });
  }

  #watch(): void {
    const { clock, account } = this.#dependencies;
    this.#stopWatching();
    if (account.allowance.plan === 'standard' || clock.now() >= this.#watchEndsAt) return;
    this.#stopWatching = clock.schedule(UPGRADE_WATCH.everyMs, async () => {
      await this.#askAgain();
      this.#watch();
    });
  }

  async #askAgain(): Promise<void> {
    const { hud, account } = this.#dependencies;
    const wasUsedUp = isUsedUp(account.allowance);
    await account.refresh(ENTITLEMENT_AGE_MS.refused);
    if (!wasUsedUp || isUsedUp(account.allowance)) return;
    hud.withdraw(USED_UP);
    hud.notify({ tone: 'remark', title: 'You can dictate again', detail: null });
  }
}
