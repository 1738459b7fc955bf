import type { Device } from '@workspace/contract/auth';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { BETA_ALLOWANCE, getEntitlement, reportUsage, type UsageEntry } from '@workspace/contract/usage';
import type { WallClock } from '@workspace/dictation/ports';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import { withinLimit } from '@workspace/speech/clock';
import { Mutex } from 'async-mutex';
import type { AccountView, AllowanceView } from '../../ipc/account-messages.ts';
import type { SecretStore } from '../platform.ts';
import { type DocumentStore, SavedDocument } from '../storage/saved-document.ts';
import type { UsageAccount, UsageLedger, UsageOwner, UsageReporter } from '../usage/usage-ledger.ts';
import { type AccountDocument, type LinkedAccount, NO_ACCOUNT, readAccountDocument } from './account-document.ts';
import { AccountLinking } from './account-linking.ts';
import type { AccountServer } from './account-server.ts';
import { allowanceOf, isOutdated } from './allowance.ts';
import { DeviceSession, SessionEndedError } from './device-session.ts';
import { RefreshTokenSecret } from './refresh-token-secret.ts';

const REPORT_LIMIT_MS = 15_000;
/** For the last report to an account being left. */
const LAST_REPORT_LIMIT_MS = 3_000;
/** How long work may continue when the app ends, before it is abandoned. */
const CLOSE_LIMIT_MS = 2_000;
/** Maximum age of the known entitlement before the server is asked again, depending on what happened. */
export const ENTITLEMENT_AGE_MS = {
  refused: 5_000,
  windowOpened: 60_000,
  dictated: 3 * 60_000,
  reported: 3 * 60_000,
  woken: 60 * 60_000,
} as const;

export type AccountNotice =
  /** The link that was opened isn't one of ours. */
  | 'unusable-link'
  /** The server ended the session, or its token can no longer be read. */
  | 'signed-out'
  /** The account's data couldn't be saved or removed. */
  | 'not-saved';

export interface AccountPorts {
  clock: WallClock;
  server: AccountServer;
  secrets: SecretStore;
  store: DocumentStore;
  usage: UsageLedger;
  /** How this computer introduces itself. */
  device: Device;
  onChange(): void;
  /** The user should see the account, since a link was opened. */
  onShow(): void;
  onNotice(notice: AccountNotice): void;
}

interface AccountLink {
  account: LinkedAccount;
  session: DeviceSession;
  /** Serializes reports and entitlement reads, so that each read includes everything reported before it. */
  mutex: Mutex;
  reading: Promise<void> | undefined;
  /** When the entitlement was last requested, in the clock's steady time. */
  askedAt: number;
}

/** Who owns the dictations that start from a given time on. */
interface Ownership extends UsageOwner {
  /** Milliseconds since 1970. */
  sinceMs: number;
}

/**
 * The account this computer is linked to: linking and unlinking, the usage recorded under it, and its allowance.
 * Without an account everything works too, within an allowance counted locally.
 */
export class Account {
  readonly #ports: AccountPorts;
  readonly #document: SavedDocument<AccountDocument>;
  readonly #secret: RefreshTokenSecret;
  readonly #linking: AccountLinking;
  readonly #endings = new Set<Promise<void>>();
  #link: AccountLink | undefined;
  #owners: Ownership[];

  /** Opens the account left by earlier runs. Doesn't call the server yet: see `begin`. Never rejects. */
  static async open(ports: AccountPorts): Promise<Account> {
    const { store, clock, secrets, onNotice } = ports;
    const document = await SavedDocument.open(store, clock, readAccountDocument, () => {
      if (document.saveProblem !== null) onNotice('not-saved');
    });
    const secret = new RefreshTokenSecret(secrets);
    const { account } = document.value;
    const refreshToken = account ? await secret.find(account.id) : undefined;
    return new Account(ports, document, secret, refreshToken);
  }

  private constructor(
    ports: AccountPorts,
    document: SavedDocument<AccountDocument>,
    secret: RefreshTokenSecret,
    refreshToken: string | undefined,
  ) {
    const { server, clock, device, onChange, onShow } = ports;
    this.#ports = ports;
    this.#document = document;
    this.#secret = secret;
    this.#linking = new AccountLinking({
      server,
      clock,
      device,
      onChange,
      onShow,
      onAccepted: (account, session) => void this.#linkTo(account, session),
    });
    const { account } = document.value;
    if (account && refreshToken !== undefined) {
      const keep = (token: string) => secret.keep(account.id, token);
      this.#link = newLink(account, new DeviceSession({ server, clock }, { refreshToken }, keep));
    }
    this.#owners = [{ sinceMs: Number.NEGATIVE_INFINITY, account: this.#link?.account.id ?? null, plan: 'beta' }];
  }

  /** Starts reporting, and requests the allowance. */
  begin(): void {
    const link = this.#link;
    if (link) {
      this.#ports.usage.setAccount(this.#reportingTo(link));
      void this.refresh(0);
    } else if (this.#document.value.account) this.#handleSignedOut();
  }

  get view(): AccountView {
    const { candidate, isAsking, problem } = this.#linking;
    const linked = this.#link?.account;
    if (isAsking) return { state: 'linking' };
    if (candidate) {
      const replaces = linked && linked.id !== candidate.id ? linked.email : null;
      return { state: 'confirming', email: candidate.email, replaces };
    }
    if (linked) return { state: 'linked', email: linked.email, problem: problem ?? this.#linkProblem() };
    return { state: 'none', problem: problem ?? (this.#document.value.wasSignedOut ? SIGNED_OUT : null) };
  }

  /** The current allowance, and how much of it is used. */
  get allowance(): AllowanceView {
    const { usage, clock } = this.#ports;
    return allowanceOf({
      account: this.#link?.account.id ?? null,
      entitlement: this.#document.value.entitlement,
      entries: usage.entriesWithin(BETA_ALLOWANCE.windowMs),
      now: clock.wallTime(),
    });
  }

  /** Counts a dictation toward the account it began under. */
  record(time: DictatedTime): void {
    const startMs = Date.parse(time.startedAt);
    const owner = this.#owners.findLast(({ sinceMs }) => sinceMs <= startMs);
    const current = this.#link?.account.id ?? null;
    const account = owner?.account ?? current;
    const plan = account === current || !owner ? this.allowance.plan : owner.plan;
    this.#ports.usage.record(time, { account, plan });
  }

  /** Follows a link that the system handed to the app. */
  follow(link: string): void {
    if (!this.#linking.follow(link)) this.#ports.onNotice('unusable-link');
  }

  /** Takes the user's answer on whether to link this computer to the named account. */
  answerLink(accept: boolean): void {
    this.#linking.answer(accept);
  }

  /** Unlinks the account: locally right away, on the server as soon as possible. */
  signOut(): void {
    this.#linking.drop();
    const former = this.#leave();
    this.#document.set(NO_ACCOUNT);
    void this.#removeSecret();
    if (former) this.#endLink(former);
    this.#ports.onChange();
  }

  /** Asks the server for the allowance, unless it was asked less than `maxAgeMs` ago. Never rejects. */
  async refresh(maxAgeMs: number): Promise<void> {
    const link = this.#link;
    if (!link) return;
    if (!link.reading && this.#ports.clock.now() - link.askedAt < maxAgeMs) return;
    link.reading ??= link.mutex
      .runExclusive(() => this.#readEntitlement(link))
      .finally(() => {
        link.reading = undefined;
      });
    await link.reading;
  }

  /** Saves whatever is unsaved, including a token being replaced, and ends any session the user hasn't agreed to. */
  async close(): Promise<void> {
    this.#linking.drop();
    const rest = Promise.all([this.#linking.settled(), this.#link?.session.settled(), ...this.#endings]);
    await withinLimit(this.#ports.clock, CLOSE_LIMIT_MS, rest);
    await this.#document.flush();
    this.#document.close();
  }

  async #linkTo(account: LinkedAccount, session: DeviceSession): Promise<void> {
    const { usage, onChange, onNotice } = this.#ports;
    const former = this.#leave();
    const link = newLink(account, session);
    this.#own(account.id);
    this.#link = link;
    this.#document.set({ version: 1, account, wasSignedOut: false, entitlement: null });
    if (former) this.#endLink(former);
    onChange();
    // Save before any usage becomes the account's: after a crash in between, it would never be reported.
    await Promise.all([session.keepBy((token) => this.#secret.keep(account.id, token)), this.#document.flush()]);
    if (this.#link !== link) return;
    if (!session.isKept && this.#document.saveProblem === null) onNotice('not-saved');
    usage.setAccount(this.#reportingTo(link));
    await this.refresh(0);
  }

  /** Ends the link locally only. */
  #leave(): AccountLink | undefined {
    const former = this.#link;
    if (!former) return undefined;
    this.#own(null);
    this.#link = undefined;
    former.session.letGo();
    this.#ports.usage.setAccount(undefined);
    return former;
  }

  /**
   * Sends a former account its unreported usage, then ends the session. Anything left waits until the account is linked
   * again.
   */
  #endLink(former: AccountLink): void {
    const { usage } = this.#ports;
    const account = { id: former.account.id, reporter: this.#reporter(former, LAST_REPORT_LIMIT_MS) };
    const ending = usage
      .reportLast(account)
      .catch(() => {})
      .then(() => former.session.end())
      .finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #reportingTo(link: AccountLink): UsageAccount {
    return { id: link.account.id, reporter: this.#reporter(link, REPORT_LIMIT_MS) };
  }

  #reporter(link: AccountLink, limitMs: number): UsageReporter {
    return {
      report: (entries, onReceipt) =>
        link.mutex.runExclusive(async () => {
          const call = link.session.call(reportUsage, { body: { entries } }, limitMs);
          const receipt = await this.#watched(link, call);
          // Both counts change together: an entry is never in both of them.
          onReceipt(receipt);
          const rejected = new Set(receipt.rejected.map(({ id }) => id));
          this.#handleReported(
            link,
            entries.filter(({ id }) => !rejected.has(id)),
          );
        }),
    };
  }

  /** The server's count includes these from now on. */
  #handleReported(link: AccountLink, entries: readonly UsageEntry[]): void {
    if (this.#link !== link) return;
    const { entitlement } = this.#document.value;
    if (entitlement) {
      const usedSeconds = entries.reduce((total, { seconds }) => total + seconds, entitlement.usedSeconds);
      this.#document.set({ ...this.#document.value, entitlement: { ...entitlement, usedSeconds } });
    }
    void this.refresh(ENTITLEMENT_AGE_MS.reported);
  }

  async #readEntitlement(link: AccountLink): Promise<void> {
    const { clock, usage, onChange } = this.#ports;
    link.askedAt = clock.now();
    try {
      const entitlement = await this.#watched(link, link.session.call(getEntitlement, {}));
      if (this.#link !== link) return;
      const askedAt = clock.wallTime();
      this.#document.set({ ...this.#document.value, entitlement: { ...entitlement, askedAt } });
      onChange();
      // The server can be reached.
      usage.reportNow();
    } catch {
      // Keep using what is known.
    }
  }

  /** Makes sure an ended session is noticed, whatever call it was used for. */
  async #watched<T>(link: AccountLink, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof SessionEndedError && this.#link === link) {
        this.#leave();
        this.#handleSignedOut();
      }
      throw error;
    }
  }

  #handleSignedOut(): void {
    const { onChange, onNotice } = this.#ports;
    this.#document.set({ ...NO_ACCOUNT, wasSignedOut: true });
    void this.#removeSecret();
    onNotice('signed-out');
    onChange();
  }

  async #removeSecret(): Promise<void> {
    try {
      await this.#secret.remove();
    } catch {
      this.#ports.onNotice('not-saved');
    }
  }

  /** Attributes dictations from now on to an account, or to nobody. */
  #own(account: string | null): void {
    const latest = this.#owners.at(-1)!;
    const plan = this.#link ? this.allowance.plan : 'beta';
    const next: Ownership = { sinceMs: this.#ports.clock.wallTime(), account, plan: 'beta' };
    this.#owners = [...this.#owners.with(-1, { ...latest, plan }), next].slice(-MAX_OWNERS);
  }

  #linkProblem(): string | null {
    const { entitlement } = this.#document.value;
    return entitlement && isOutdated(entitlement, this.#ports.clock.wallTime()) ? NOT_REACHED : null;
  }
}

/** The HUD's message for each notice. */
export const ACCOUNT_NOTICES: Record<AccountNotice, { title: string; detail: string }> = {
  'unusable-link': {
    title: 'This link doesn’t work',
    detail: `It doesn’t link this computer to an account. Open ${PRODUCT_NAME} from the website instead.`,
  },
  'signed-out': {
    title: 'This computer was signed out',
    detail: `You can keep dictating within the Beta Tester limit. To link it again, open ${PRODUCT_NAME} from the website.`,
  },
  'not-saved': {
    title: 'Couldn’t save the account',
    detail: 'You may have to link it again after a restart. Free up some disk space.',
  },
};

/** A dictation lasts at most an hour; accounts don't change more often than this within one. */
const MAX_OWNERS = 20;

export const SIGNED_OUT = `This computer was signed out. To link it again, open ${PRODUCT_NAME} from the website.`;
export const NOT_REACHED = `${PRODUCT_NAME} hasn’t reached the server for seven days. Until it does, the Beta Tester limit applies. Check your connection.`;

function newLink(account: LinkedAccount, session: DeviceSession): AccountLink {
  return { account, session, mutex: new Mutex(), reading: undefined, askedAt: Number.NEGATIVE_INFINITY };
}
