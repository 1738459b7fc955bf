import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { WallClock } from '@workspace/dictation/ports';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { Account, AccountNotice } from './account.ts';
import { isUsedUp, secondsLeft } from './allowance.ts';
import { LOW_SECONDS, lowMessage, USED_UP, usedUpDetail } from './allowance-messages.ts';

/** Where no dictation may begin, the server is asked again whether that is still so, but not more often than this. */
const ASKED_AGAIN_MS = 5_000;

/** While a plan may be being chosen in the browser: how often the server is asked, and for how long, in milliseconds. */
const UPGRADE_WATCH = { everyMs: 10_000, forMs: 10 * 60_000 };

/** What to say of the account. */
const NOTICES: Record<AccountNotice, [title: string, detail: string]> = {
  'unusable-link': [
    'This link doesn’t work',
    `It doesn’t link this computer to an account. Open ${PRODUCT_NAME} from the website instead.`,
  ],
  'signed-out': [
    'This computer was signed out',
    `You can keep dictating within the Beta Tester limit. To link it again, open ${PRODUCT_NAME} from the website.`,
  ],
  'not-saved': ['Couldn’t save the account', 'You may have to link it again after a restart. Free up some disk space.'],
};

export interface AllowanceNotifierDependencies {
  clock: WallClock;
  hud: Pick<HudPresenter, 'tell' | 'withdraw'>;
  account: Pick<Account, 'allowance' | 'refresh'>;
}

/** Tells in the HUD how much may be dictated, and what happens to the account. */
export class AllowanceNotifier {
  readonly #dependencies: AllowanceNotifierDependencies;
  /** What was left after the last dictation. */
  #secondsLeft = Number.POSITIVE_INFINITY;
  #watchEndsAt = 0;
  #stopWatching: () => void = () => {};

  constructor(dependencies: AllowanceNotifierDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether another dictation may begin. If not, says so, and asks the server whether that is still true. */
  isAllowed(): boolean {
    const { account } = this.#dependencies;
    if (!isUsedUp(account.allowance)) return true;
    this.#tellUsedUp();
    void this.#askAgain();
    return false;
  }

  /** After a dictation: says so where little or nothing is left. */
  tellWhatIsLeft(): void {
    const { hud, account } = this.#dependencies;
    const left = secondsLeft(account.allowance);
    const before = this.#secondsLeft;
    this.#secondsLeft = left;
    if (left >= before || left > LOW_SECONDS) return;
    if (left === 0) this.#tellUsedUp();
    else hud.tell({ tone: 'remark', title: lowMessage(left), detail: null, host: null });
  }

  /** The page was opened on which a plan is chosen: notices when that is done, so that the next press need not find it out. */
  watchForUpgrade(): void {
    this.#watchEndsAt = this.#dependencies.clock.now() + UPGRADE_WATCH.forMs;
    this.#watch();
  }

  close(): void {
    this.#watchEndsAt = 0;
    this.#stopWatching();
  }

  /** Something happened to the account. */
  tell(notice: AccountNotice): void {
    const [title, detail] = NOTICES[notice];
    this.#dependencies.hud.tell({ tone: 'notice', title, detail, host: null });
  }

  #tellUsedUp(): void {
    const { clock, hud, account } = this.#dependencies;
    const detail = usedUpDetail(account.allowance, clock);
    hud.tell({ tone: 'notice', title: USED_UP, detail, host: null, actions: [{ id: 'upgrade', label: 'Upgrade' }] });
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
    await account.refresh(ASKED_AGAIN_MS);
    if (!wasUsedUp || isUsedUp(account.allowance)) return;
    hud.withdraw(USED_UP);
    hud.tell({ tone: 'remark', title: 'You can dictate again', detail: null, host: null });
  }
}
