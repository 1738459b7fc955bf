import { type UsageEntry, type UsageReceipt, usageEntrySchema } from '@workspace/contract/usage';
import type { WallClock } from './ports.ts';
import { RetryLoop } from './retry-loop.ts';
import { USAGE } from './tuning.ts';

/** An entry as it is stored. `reported`: the server has answered for it; it stays for the local count only. */
export interface StoredUsageEntry extends UsageEntry {
  reported: boolean;
}

export interface UsageStore {
  /** What was saved last; undefined where nothing was. Rejects where it can't be read. */
  load(): Promise<unknown>;
  /** Replaces what was saved, wholly or not at all. */
  save(entries: StoredUsageEntry[]): Promise<void>;
  /** Moves what is stored aside, where no later save overwrites it. */
  quarantine(): Promise<void>;
}

export interface UsageReporter {
  /** Sends entries to the server, once or several times. Rejects where no answer came, within a time limit of its own. */
  report(entries: UsageEntry[]): Promise<UsageReceipt>;
}

export type UsageNotice =
  /** The entries are in memory only. Saving is tried again. */
  | 'not-saved'
  | 'saved-again'
  /** What was stored could not be read in part or at all, and was set aside. */
  | 'set-aside';

export interface UsageLedgerPorts {
  store: UsageStore;
  clock: WallClock;
  /** A new random UUID. */
  newId(): string;
  onNotice(notice: UsageNotice): void;
}

/** A dictation to be counted. */
export interface DictatedTime {
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  timezone: string;
}

interface StoredEntries {
  entries: StoredUsageEntry[];
  /** Whether the entries are all that was stored. */
  isIntact: boolean;
}

/**
 * Counts the seconds dictated, each exactly once. An entry has its id from the beginning, and is kept until the server,
 * which counts an id once, has answered for it: so it may be sent again after every failure. Without a reporter (no
 * account, no network) entries wait as long as it takes.
 */
export class UsageLedger {
  readonly #ports: UsageLedgerPorts;
  readonly #saving: RetryLoop;
  readonly #reporting: RetryLoop;
  #entries: StoredUsageEntry[];
  #isStoreIntact: boolean;
  #isSavingFailing = false;
  #reporter: UsageReporter | undefined;

  private constructor(ports: UsageLedgerPorts, { entries, isIntact }: StoredEntries) {
    this.#ports = ports;
    this.#entries = entries;
    this.#isStoreIntact = isIntact;
    this.#saving = new RetryLoop(ports.clock, USAGE, () => this.#save());
    this.#reporting = new RetryLoop(ports.clock, USAGE, () => this.#reportAll());
    if (!isIntact) this.#saving.request();
  }

  /** Opens the ledger with all that earlier runs left in the store, as far as it can be read. Never rejects. */
  static async open(ports: UsageLedgerPorts): Promise<UsageLedger> {
    return new UsageLedger(ports, await loadEntries(ports.store));
  }

  /** Counts a dictation, its seconds rounded up. Throws a RangeError where `startedAt` is no time. */
  record({ startedAt, seconds, timezone }: DictatedTime): void {
    if (!Number.isFinite(seconds) || seconds <= 0) return;
    const startMs = Date.parse(startedAt);
    const total = Math.ceil(seconds);
    for (let counted = 0; counted < total; counted += USAGE.maxEntrySeconds) {
      this.#entries.push({
        id: this.#ports.newId(),
        startedAt: new Date(startMs + counted * 1_000).toISOString(),
        seconds: Math.min(total - counted, USAGE.maxEntrySeconds),
        timezone,
        reported: false,
      });
    }
    this.#saving.request();
    this.#reporting.request();
  }

  /** Seconds dictated in the time up to now, at most `USAGE.keepReportedMs`, reported or not. */
  usedSeconds(inLastMs: number): number {
    return this.#entries
      .filter((entry) => this.#isWithin(entry, inLastMs))
      .reduce((total, entry) => total + entry.seconds, 0);
  }

  /** Reports to the account linked now, beginning with all that waits; undefined: to nobody. */
  setReporter(reporter: UsageReporter | undefined): void {
    this.#reporter = reporter;
    this.#reporting.requestNow();
  }

  /** Reports what waits at once, as when the network is back. */
  reportNow(): void {
    this.#reporting.requestNow();
  }

  /** Saves at once. Resolves when that is done or has failed. */
  async flush(): Promise<void> {
    this.#saving.requestNow();
    await this.#saving.idle();
  }

  /** Forgets every entry, those included that were never reported. */
  forget(): void {
    this.#entries = [];
    this.#saving.requestNow();
  }

  /** Ends saving and reporting. */
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
    for (;;) {
      const batch = this.#entries.filter((entry) => !entry.reported).slice(0, USAGE.maxEntriesPerReport);
      if (!this.#reporter || batch.length === 0) return;
      const receipt = await this.#reporter.report(batch.map(toUsageEntry));
      if (!answersFor(receipt, batch)) throw new Error('The receipt does not account for every entry of the report.');
      this.#settle(batch);
    }
  }

  /** The server has answered: the entries stay for the local count as long as they are recent. */
  #settle(batch: readonly StoredUsageEntry[]): void {
    const ids = new Set(batch.map((entry) => entry.id));
    this.#entries = this.#entries
      .map((entry) => (ids.has(entry.id) ? { ...entry, reported: true } : entry))
      .filter((entry) => !entry.reported || this.#isWithin(entry, USAGE.keepReportedMs));
    this.#saving.request();
  }

  /**
   * Whether a dictation began in the time up to now. The time of day may have been set back since, so that it lies ahead:
   * then it counts too, unless it lies so far ahead that the clock must have been wrong.
   */
  #isWithin(entry: UsageEntry, lastMs: number): boolean {
    return Math.abs(this.#ports.clock.wallTime() - Date.parse(entry.startedAt)) < lastMs;
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

/** An entry that doesn't say whether it was reported will be reported: that is right in both cases. */
function parseEntry(value: unknown): StoredUsageEntry | undefined {
  const { data: entry } = usageEntrySchema.safeParse(value);
  if (!entry) return undefined;
  const reported = typeof value === 'object' && value !== null && 'reported' in value && value.reported === true;
  return { ...entry, reported };
}

function toUsageEntry({ id, startedAt, seconds, timezone }: StoredUsageEntry): UsageEntry {
  return { id, startedAt, seconds, timezone };
}

function answersFor({ accepted, duplicates, rejected }: UsageReceipt, batch: readonly UsageEntry[]): boolean {
  const rejectedIds = new Set(rejected.map(({ id }) => id));
  const rejectedCount = batch.filter(({ id }) => rejectedIds.has(id)).length;
  return accepted + duplicates + rejectedCount === batch.length;
}
