import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type Entitlement, type UsageEntry, type UsageReceipt, usageEntrySchema } from '@workspace/contract/usage';
import { MAX_USAGE_ENTRIES_PER_REPORT, MAX_USAGE_ENTRY_SECONDS } from '@workspace/contract/usage-limits';
import type { WallClock } from '@workspace/dictation/ports';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import { RetryLoop } from '../storage/retry-loop.ts';

/** How usage is reported and stored. The size limits are the server's. */
export const USAGE = {
  maxEntrySeconds: MAX_USAGE_ENTRY_SECONDS,
  maxEntriesPerReport: MAX_USAGE_ENTRIES_PER_REPORT,
  /** How long reported entries count toward the local allowance. */
  keepReportedMs: 7 * 24 * 60 * 60_000,
  /** First and longest pause between attempts to report or save. */
  retryMs: 5_000,
  maxRetryMs: 30 * 60_000,
} as const;

/** Whose dictation it was. */
export interface UsageOwner {
  /** The only account it is reported to; null: the next one linked. */
  account: string | null;
  /** The plan it was dictated under. */
  plan: Entitlement['plan'];
}

/** An entry as stored. `reported`: the server has accounted for it; it is only kept for the local count. */
export interface StoredUsageEntry extends UsageEntry, UsageOwner {
  reported: boolean;
}

export interface UsageStore {
  /** Loads what was last saved; undefined if nothing was. Rejects if it can't be read. */
  load(): Promise<unknown>;
  /** Replaces what was saved, atomically. */
  save(entries: StoredUsageEntry[]): Promise<void>;
  /** Moves what is stored aside, so that no later save overwrites it. */
  quarantine(): Promise<void>;
}

export interface UsageReporter {
  /**
   * Sends entries to the server, once or several times, and calls `onReceipt` with the answer. Rejects if no answer comes
   * within its own time limit, or if `onReceipt` throws.
   */
  report(entries: UsageEntry[], onReceipt: (receipt: UsageReceipt) => void): Promise<void>;
}

/** A linked account, and the connection to its server. */
export interface UsageAccount {
  id: string;
  reporter: UsageReporter;
}

export type UsageNotice =
  /** The entries are only in memory. Saving is retried. */
  | 'not-saved'
  | 'saved-again'
  /** Some or all of what was stored could not be read, and was set aside. */
  | 'set-aside';

/** The HUD's message for each notice. */
export const USAGE_NOTICES: Record<Exclude<UsageNotice, 'saved-again'>, { title: string; detail: string }> = {
  'not-saved': {
    title: 'Couldn’t save your dictation time',
    detail: `The disk is full or write-protected. Free up some space. You can keep dictating; ${PRODUCT_NAME} keeps trying to save.`,
  },
  'set-aside': {
    title: 'Your dictation time was damaged on disk',
    detail: `${PRODUCT_NAME} kept what it could read. The damaged file is next to the new one.`,
  },
};

export interface UsageLedgerPorts {
  store: UsageStore;
  clock: WallClock;
  /** Returns a new random UUID. */
  newId(): string;
  onNotice(notice: UsageNotice): void;
}

interface StoredEntries {
  entries: StoredUsageEntry[];
  /** Whether the entries are everything that was stored. */
  isIntact: boolean;
}

const NOBODY: UsageOwner = { account: null, plan: 'beta' };

/**
 * Counts the dictated seconds, each exactly once. An entry has its id from the start, and is kept until the server,
 * which counts an id once, has accounted for it: so it can be resent after any failure. Without its account or a
 * network, an entry waits as long as it takes. What was dictated without an account goes to the first one linked; what
 * belongs to an account goes to no other.
 */
export class UsageLedger {
  readonly #ports: UsageLedgerPorts;
  readonly #saving: RetryLoop;
  readonly #reporting: RetryLoop;
  #entries: StoredUsageEntry[];
  #isStoreIntact: boolean;
  #isSavingFailing = false;
  #account: UsageAccount | undefined;

  private constructor(ports: UsageLedgerPorts, { entries, isIntact }: StoredEntries) {
    this.#ports = ports;
    this.#entries = entries;
    this.#isStoreIntact = isIntact;
    this.#saving = new RetryLoop(ports.clock, USAGE, () => this.#save());
    this.#reporting = new RetryLoop(ports.clock, USAGE, () => this.#reportAll());
  }

  /**
   * Opens the ledger with everything readable that earlier runs left in the store. If anything can't be read, what was
   * stored is set aside before the first save. Never rejects.
   */
  static async open(ports: UsageLedgerPorts): Promise<UsageLedger> {
    return new UsageLedger(ports, await loadEntries(ports.store));
  }

  /** Counts a dictation, its seconds rounded up. Throws a RangeError if `startedAt` isn't a time. */
  record({ startedAt, seconds, timezone }: DictatedTime, { account, plan }: UsageOwner = NOBODY): void {
    if (!Number.isFinite(seconds) || seconds <= 0) return;
    const startMs = Date.parse(startedAt);
    const total = Math.ceil(seconds);
    for (let counted = 0; counted < total; counted += USAGE.maxEntrySeconds) {
      this.#entries.push({
        id: this.#ports.newId(),
        startedAt: new Date(startMs + counted * 1_000).toISOString(),
        seconds: Math.min(total - counted, USAGE.maxEntrySeconds),
        timezone,
        account: account ?? this.#account?.id ?? null,
        plan,
        reported: false,
      });
    }
    this.#saving.request();
    this.#reporting.request();
  }

  /** Returns the entries of the last `lastMs` (at most `USAGE.keepReportedMs`), reported or not. */
  entriesWithin(lastMs: number): readonly StoredUsageEntry[] {
    return this.#entries.filter(this.#within(lastMs));
  }

  /**
   * Reports to the linked account from now on, starting with everything that waits for it; undefined: to nobody.
   * Entries that don't belong to anyone yet become the account's.
   */
  setAccount(account: UsageAccount | undefined): void {
    this.#account = account;
    if (account && this.#entries.some(isNobodys)) {
      this.#entries = this.#entries.map((entry) => (isNobodys(entry) ? { ...entry, account: account.id } : entry));
      this.#saving.request();
    }
    this.#reporting.requestNow();
  }

  /**
   * Reports what waits for an account that has just been unlinked, as much as fits in one report. Rejects if that
   * fails: it then keeps waiting.
   */
  async reportLast(account: UsageAccount): Promise<void> {
    await this.#reportBatch(account);
  }

  /** Reports waiting entries immediately, as when the network is back. */
  reportNow(): void {
    this.#reporting.requestNow();
  }

  /** Saves unsaved changes. Resolves once that is done or has failed. */
  async flush(): Promise<void> {
    await this.#saving.flush();
  }

  /** Forgets every entry, including those never reported. */
  forget(): void {
    this.#entries = [];
    this.#saving.requestNow();
  }

  /** Stops saving and reporting. */
  close(): void {
    this.#saving.stop();
    this.#reporting.stop();
  }

  async #save(): Promise<void> {
    const { store, onNotice } = this.#ports;
    try {
      if (!this.#isStoreIntact) {
        await store.quarantine();
        this.#isStoreIntact = true;
        onNotice('set-aside');
      }
      await store.save([...this.#entries]);
    } catch (error) {
      if (!this.#isSavingFailing) onNotice('not-saved');
      this.#isSavingFailing = true;
      throw error;
    }
    if (this.#isSavingFailing) onNotice('saved-again');
    this.#isSavingFailing = false;
  }

  async #reportAll(): Promise<void> {
    for (let account = this.#account; account && (await this.#reportBatch(account)); account = this.#account);
  }

  /** Reports an account's oldest waiting entries. Resolves with whether there were any. */
  async #reportBatch({ id, reporter }: UsageAccount): Promise<boolean> {
    const waiting = this.#entries.filter(({ reported, account }) => !reported && account === id);
    const batch = waiting.slice(0, USAGE.maxEntriesPerReport);
    if (batch.length === 0) return false;
    await reporter.report(batch.map(toUsageEntry), (receipt) => {
      if (!answersFor(receipt, batch)) throw new Error('The receipt does not account for every entry of the report.');
      this.#settle(batch);
    });
    return true;
  }

  /**
   * Marks entries the server has accounted for as reported. They are kept for the local count while they are recent.
   */
  #settle(batch: readonly StoredUsageEntry[]): void {
    const isRecent = this.#within(USAGE.keepReportedMs);
    const ids = new Set(batch.map((entry) => entry.id));
    this.#entries = this.#entries
      .map((entry) => (ids.has(entry.id) ? { ...entry, reported: true } : entry))
      .filter((entry) => !entry.reported || isRecent(entry));
    this.#saving.request();
  }

  /**
   * Returns a test for whether a dictation started in the last `lastMs`. If the clock has been set back since, its
   * start may be in the future: it counts too, unless it is so far ahead that the clock must have been wrong.
   */
  #within(lastMs: number): (entry: UsageEntry) => boolean {
    const now = this.#ports.clock.wallTime();
    // Timestamps in the same format sort as strings, which is fast: there may be thousands of entries, and this is
    // called often.
    const [from, to] = [new Date(now - lastMs).toISOString(), new Date(now + lastMs).toISOString()];
    return ({ startedAt }) => from < startedAt && startedAt < to;
  }
}

async function loadEntries(store: UsageStore): Promise<StoredEntries> {
  try {
    return parseEntries(await store.load());
  } catch {
    return { entries: [], isIntact: false };
  }
}

function parseEntries(stored: unknown): StoredEntries {
  if (stored === undefined) return { entries: [], isIntact: true };
  if (!Array.isArray(stored)) return { entries: [], isIntact: false };
  const entries = stored.flatMap((value: unknown) => parseEntry(value) ?? []);
  return { entries, isIntact: entries.length === stored.length };
}

/**
 * An entry that doesn't say whether it was reported will be reported, which is correct either way. One without an
 * account was dictated without one.
 */
function parseEntry(value: unknown): StoredUsageEntry | undefined {
  const { data: entry } = usageEntrySchema.safeParse(value);
  if (!entry) return undefined;
  const { reported, account, plan } = value as Record<string, unknown>;
  return {
    ...entry,
    startedAt: new Date(entry.startedAt).toISOString(),
    account: typeof account === 'string' ? account : NOBODY.account,
    plan: plan === 'standard' ? plan : NOBODY.plan,
    reported: reported === true,
  };
}

function isNobodys({ account, reported }: StoredUsageEntry): boolean {
  return account === null && !reported;
}

function toUsageEntry({ id, startedAt, seconds, timezone }: StoredUsageEntry): UsageEntry {
  return { id, startedAt, seconds, timezone };
}

function answersFor({ accepted, duplicates, rejected }: UsageReceipt, batch: readonly UsageEntry[]): boolean {
  const rejectedIds = new Set(rejected.map(({ id }) => id));
  const rejectedCount = batch.filter(({ id }) => rejectedIds.has(id)).length;
  return accepted + duplicates + rejectedCount === batch.length;
}
