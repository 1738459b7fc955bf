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
/** The last report to an account that is left. */
const LAST_REPORT_LIMIT_MS = 3_000;
/** How long work may go on once the app is to end, before it is abandoned. */
const CLOSE_LIMIT_MS = 2_000;
/** How old what is known of the entitlement may be, before the server is asked again: after what has happened. */
export const ENTITLEMENT_AGE_MS = {
  refused: 5_000,
  windowOpened: 60_000,
  dictated: 3 * 60_000,
  reported: 3 * 60_000,
  woken: 60 * 60_000,
} as const;

export type AccountNotice =
  /** A link was opened that is none of ours. */
  | 'unusable-link'
  /** The server ended the session, or the token for it can't be read any more. */
  | 'signed-out'
  /** What was to be kept or removed could not be stored. */
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
  /** The user is to see the account, since a link was opened. */
  onShow(): void;
  onNotice(notice: AccountNotice): void;
}

interface AccountLink {
  account: LinkedAccount;
  session: DeviceSession;
  /** Reports and readings of the entitlement take turns: so each reading holds all that was reported before. */
  mutex: Mutex;
  reading: Promise<void> | undefined;
  /** When the entitlement was asked for last, in the clock's steady time. */
  askedAt: number;
}

/** To whom dictations that began from a time on belong. */
interface Ownership extends UsageOwner {
  /** Milliseconds since 1970. */
  sinceMs: number;
}

/**
 * The account that this computer is linked to: how it comes to that and ends, what is dictated under it, and how much may
 * be. Without one everything works too, within an allowance that is counted here.
 */
export class Account {
  readonly #ports: AccountPorts;
  readonly #document: SavedDocument<AccountDocument>;
  readonly #secret: RefreshTokenSecret;
  readonly #linking: AccountLinking;
  readonly #endings = new Set<Promise<void>>();
  #link: AccountLink | undefined;
  #owners: Ownership[];

  /** Opens the account that earlier runs left. Calls no server yet: see `begin`. Never rejects. */
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

  /** Begins to report, and asks how much may be dictated. */
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

  /** What may be dictated, and what of it is left. */
  get allowance(): AllowanceView {
    const { usage, clock } = this.#ports;
    return allowanceOf({
      account: this.#link?.account.id ?? null,
      entitlement: this.#document.value.entitlement,
      entries: usage.entriesWithin(BETA_ALLOWANCE.windowMs),
      now: clock.wallTime(),
    });
  }

  /** Counts a dictation for the account under which it began. */
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

  /** The user's answer to whether this computer is to be linked to the account named. */
  answerLink(accept: boolean): void {
    this.#linking.answer(accept);
  }

  /** Ends the link to the account, here at once, at the server as soon as that can be. */
  signOut(): void {
    this.#linking.drop();
    const former = this.#leave();
    this.#document.set(NO_ACCOUNT);
    void this.#removeSecret();
    if (former) this.#endLink(former);
    this.#ports.onChange();
  }

  /** Asks the server how much may be dictated, unless it was asked less than `maxAgeMs` ago. Never rejects. */
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

  /** Saves what is to be saved, a token that is being replaced among it, and ends a session that the user has not agreed to. */
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
    // Saved before anything becomes the account's: after a crash in between it would never be reported.
    await Promise.all([session.keepBy((token) => this.#secret.keep(account.id, token)), this.#document.flush()]);
    if (this.#link !== link) return;
    if (!session.isKept && this.#document.saveProblem === null) onNotice('not-saved');
    usage.setAccount(this.#reportingTo(link));
    await this.refresh(0);
  }

  /** Ends the link here, and nowhere else yet. */
  #leave(): AccountLink | undefined {
    const former = this.#link;
    if (!former) return undefined;
    this.#own(null);
    this.#link = undefined;
    former.session.letGo();
    this.#ports.usage.setAccount(undefined);
    return former;
  }

  /** Gives a former account what it is still owed, then ends its session; what it does not get waits until it is back. */
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
      report: (entries) =>
        link.mutex.runExclusive(async () => {
          const call = link.session.call(reportUsage, { body: { entries } }, limitMs);
          const receipt = await this.#watched(link, call);
          const rejected = new Set(receipt.rejected.map(({ id }) => id));
          this.#handleReported(
            link,
            entries.filter(({ id }) => !rejected.has(id)),
          );
          return receipt;
        }),
    };
  }

  /** The server counts these too from now on. */
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
      // What is known counts on.
    }
  }

  /** Sees to it that a session that has ended is noticed, whatever it was used for. */
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

  /** What is dictated from now on is an account's, or nobody's. */
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

/** What to say of it in the HUD. */
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

/** A dictation lasts an hour at most, in which accounts don't change more often. */
const MAX_OWNERS = 20;

export const SIGNED_OUT = `This computer was signed out. To link it again, open ${PRODUCT_NAME} from the website.`;
export const NOT_REACHED = `${PRODUCT_NAME} hasn’t reached the server for seven days. Until it does, the Beta Tester limit applies. Check your connection.`;

function newLink(account: LinkedAccount, session: DeviceSession): AccountLink {
  return { account, session, mutex: new Mutex(), reading: undefined, askedAt: Number.NEGATIVE_INFINITY };
}
