import type { UsageEntry, UsageReceipt } from '@workspace/contract/usage';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeWallClock } from '../testing/fake-wall-clock.ts';
import { USAGE, UsageLedger, type UsageNotice, type UsageReporter, type UsageStore } from './usage-ledger.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Stores what a file would. */
class MemoryStore implements UsageStore {
  content: string | undefined;
  setAside: string[] = [];
  isBroken = false;
  isUnreadable = false;

  async load(): Promise<unknown> {
    if (this.isUnreadable) throw new Error('unreadable');
    return this.content === undefined ? undefined : JSON.parse(this.content);
  }

  async save(entries: unknown): Promise<void> {
    if (this.isBroken) throw new Error('disk full');
    this.content = JSON.stringify(entries);
  }

  async quarantine(): Promise<void> {
    if (this.isBroken) throw new Error('disk full');
    if (this.content !== undefined) this.setAside.push(this.content);
    this.content = undefined;
    this.isUnreadable = false;
  }
}

/** What happens to a report on its way: its request or answer may be lost, or it may arrive twice. */
type Fate = 'answered' | 'refused' | 'request-lost' | 'answer-lost' | 'arrives-twice' | 'held' | 'answered-in-part';

/** Counts each id once, ever. */
class ModelServer implements UsageReporter {
  readonly counted = new Map<string, UsageEntry>();
  readonly reports: UsageEntry[][] = [];
  readonly rejectedIds = new Set<string>();
  readonly #fates: Fate[] = [];
  readonly #held: (() => void)[] = [];
  #inFlight = 0;

  /** Sets the fates of the next reports; later ones are answered. */
  destine(...fates: Fate[]): void {
    this.#fates.push(...fates);
  }

  /** Lets all reports be answered from now on. */
  destineAnswers(): void {
    this.#fates.length = 0;
  }

  /** Releases the answers held back. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Forgets the requests of a client that is gone. */
  disconnect(): void {
    this.#held.length = 0;
    this.#inFlight = 0;
  }

  async report(entries: UsageEntry[], onReceipt: (receipt: UsageReceipt) => void): Promise<void> {
    onReceipt(await this.#answer(entries));
  }

  async #answer(entries: UsageEntry[]): Promise<UsageReceipt> {
    expect(this.#inFlight).toBe(0);
    expect(entries.length).toBeLessThanOrEqual(USAGE.maxEntriesPerReport);
    this.#inFlight += 1;
    this.reports.push(entries);
    const receipt = await this.#transmit(entries, this.#fates.shift() ?? 'answered').finally(() => {
      this.#inFlight -= 1;
    });
    return receipt;
  }

  async #transmit(entries: UsageEntry[], fate: Fate): Promise<UsageReceipt> {
    if (fate === 'request-lost') throw new Error('offline');
    if (fate === 'refused') throw new Error('too many requests');
    const receipt = this.#count(entries);
    if (fate === 'answer-lost') throw new Error('timeout');
    if (fate === 'arrives-twice') return this.#count(entries);
    if (fate === 'answered-in-part') return { ...receipt, accepted: 0, duplicates: 0 };
    if (fate === 'held') await new Promise<void>((resolve) => this.#held.push(resolve));
    return receipt;
  }

  #count(entries: UsageEntry[]): UsageReceipt {
    const receipt: UsageReceipt = { accepted: 0, duplicates: 0, rejected: [] };
    for (const entry of entries) {
      if (this.rejectedIds.has(entry.id)) receipt.rejected.push({ id: entry.id, reason: 'not plausible' });
      else if (this.counted.has(entry.id)) receipt.duplicates += 1;
      else {
        this.counted.set(entry.id, entry);
        receipt.accepted += 1;
      }
    }
    return receipt;
  }
}

let clock: FakeWallClock;
let store: MemoryStore;
let server: ModelServer;
let notices: UsageNotice[];
let ids: string[];

beforeEach(() => {
  clock = new FakeWallClock('2026-09-01T08:00:00Z');
  store = new MemoryStore();
  server = new ModelServer();
  notices = [];
  ids = [];
});

function newId(): string {
  const id = `00000000-0000-4000-8000-${String(ids.length + 1).padStart(12, '0')}`;
  ids.push(id);
  return id;
}

function open(): Promise<UsageLedger> {
  return UsageLedger.open({ store, clock, newId, onNotice: (notice) => notices.push(notice) });
}

function dictate(ledger: UsageLedger, seconds: number): void {
  const startedAt = new Date(clock.wallTime()).toISOString();
  ledger.record({ startedAt, seconds, timezone: clock.timeZone() });
}

function secondsWithin(ledger: UsageLedger, lastMs: number): number {
  return ledger.entriesWithin(lastMs).reduce((total, { seconds }) => total + seconds, 0);
}

function secondsReported(): number[] {
  return server.reports.flat().map((entry) => entry.seconds);
}

describe('recording', () => {
  it('creates an entry with its own id and the seconds rounded up', async () => {
    const ledger = await open();
    dictate(ledger, 3.01);
    dictate(ledger, 4);
    await ledger.flush();
    const entry = {
      startedAt: '2026-09-01T08:00:00.000Z',
      seconds: 4,
      timezone: 'Europe/Berlin',
      account: null,
      plan: 'beta',
      reported: false,
    };
    expect(JSON.parse(store.content ?? '')).toEqual([
      { id: ids[0], ...entry },
      { id: ids[1], ...entry },
    ]);
  });

  it('splits a dictation that is too long for one entry into consecutive ones', async () => {
    const ledger = await open();
    dictate(ledger, 30_000);
    await ledger.flush();
    expect(JSON.parse(store.content ?? '')).toMatchObject([
      { seconds: 14_400, startedAt: '2026-09-01T08:00:00.000Z' },
      { seconds: 14_400, startedAt: '2026-09-01T12:00:00.000Z' },
      { seconds: 1_200, startedAt: '2026-09-01T16:00:00.000Z' },
    ]);
  });

  it('creates no entry if nothing was dictated', async () => {
    const ledger = await open();
    for (const seconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) dictate(ledger, seconds);
    expect(ids).toEqual([]);
  });

  it('saves on its own', async () => {
    dictate(await open(), 5);
    await settlePromises();
    expect(JSON.parse(store.content ?? '')).toHaveLength(1);
  });
});

describe('reporting', () => {
  it('waits for an account, and then reports everything recorded before', async () => {
    const ledger = await open();
    dictate(ledger, 5);
    clock.advance(5 * WEEK_MS);
    dictate(ledger, 6);
    await settlePromises();
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(secondsReported()).toEqual([5, 6]);
    expect(Object.keys(server.reports[0]?.[0] ?? {}).toSorted()).toEqual(['id', 'seconds', 'startedAt', 'timezone']);
  });

  it('sends each entry when it is recorded, and only once', async () => {
    const ledger = await open();
    ledger.setAccount({ id: 'ours', reporter: server });
    for (const seconds of [1, 2, 3]) {
      dictate(ledger, seconds);
      await settlePromises();
    }
    ledger.reportNow();
    await settlePromises();
    expect(secondsReported()).toEqual([1, 2, 3]);
  });

  it('sends at most 500 entries per report, the oldest first', async () => {
    const ledger = await open();
    for (let seconds = 1; seconds <= 1_001; seconds += 1) dictate(ledger, seconds);
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(server.reports.map((report) => report.length)).toEqual([500, 500, 1]);
    expect(secondsReported()).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
  });

  it('never sends two reports at once', async () => {
    const ledger = await open();
    server.destine('held');
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 1);
    await settlePromises();
    dictate(ledger, 2);
    ledger.reportNow();
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(server.reports).toHaveLength(1);
    server.release();
    await settlePromises();
    expect(secondsReported()).toEqual([1, 2]);
  });

  it('sends the same entry again after a failure, with growing delays', async () => {
    const ledger = await open();
    server.destine('request-lost', 'answer-lost', 'request-lost');
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 7);
    await settlePromises();
    expect(server.reports).toHaveLength(1);
    for (const pauseMs of [USAGE.retryMs, 2 * USAGE.retryMs, 4 * USAGE.retryMs]) {
      const before = server.reports.length;
      clock.advance(pauseMs - 1);
      await settlePromises();
      expect(server.reports).toHaveLength(before);
      clock.advance(1);
      await settlePromises();
      expect(server.reports).toHaveLength(before + 1);
    }
    expect(new Set(server.reports.flat().map((entry) => entry.id)).size).toBe(1);
    expect(server.counted.size).toBe(1);
  });

  it('keeps entries that the server refuses for a day, retries rarely, and reports them all the next day', async () => {
    let ledger = await open();
    ledger.setAccount({ id: 'ours', reporter: server });
    const asksOfADay = Math.ceil((24 * HOUR_MS) / USAGE.maxRetryMs);
    server.destine(...Array<Fate>(2 * asksOfADay).fill('refused'));
    for (let seconds = 1; seconds <= USAGE.maxEntriesPerReport + 1; seconds += 1) dictate(ledger, seconds);
    await settlePromises();
    for (let hour = 0; hour < 24; hour += 1) {
      clock.advance(HOUR_MS);
      await settlePromises();
      // A restart in between loses nothing either.
      if (hour !== 12) continue;
      ledger.close();
      ledger = await open();
      ledger.setAccount({ id: 'ours', reporter: server });
      await settlePromises();
    }
    expect(server.counted.size).toBe(0);
    expect(server.reports.length).toBeLessThanOrEqual(asksOfADay + 24);

    server.destineAnswers();
    clock.advance(USAGE.maxRetryMs);
    await settlePromises();
    expect([...server.counted.keys()].toSorted()).toEqual(ids.toSorted());
  });

  it('skips the delay if there is a reason to retry at once', async () => {
    const ledger = await open();
    server.destine('request-lost', 'request-lost');
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 7);
    await settlePromises();
    ledger.reportNow();
    await settlePromises();
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(server.reports).toHaveLength(3);
    expect(server.counted.size).toBe(1);
  });

  it('keeps entries that the answer does not mention', async () => {
    const ledger = await open();
    server.destine('answered-in-part');
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 7);
    await settlePromises();
    clock.advance(USAGE.retryMs);
    await settlePromises();
    expect(secondsReported()).toEqual([7, 7]);
  });

  it('does not resend entries that the server rejected', async () => {
    const ledger = await open();
    dictate(ledger, 7);
    dictate(ledger, 8);
    server.rejectedIds.add(ids[0] ?? '');
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    ledger.reportNow();
    await settlePromises();
    expect(secondsReported()).toEqual([7, 8]);
    expect(server.counted.size).toBe(1);
  });

  it('stops when the account is unlinked', async () => {
    const ledger = await open();
    ledger.setAccount({ id: 'ours', reporter: server });
    ledger.setAccount(undefined);
    dictate(ledger, 7);
    await settlePromises();
    expect(server.reports).toEqual([]);
  });

  it('stops when the ledger is closed', async () => {
    const ledger = await open();
    server.destine('request-lost');
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 7);
    await settlePromises();
    ledger.close();
    clock.advance(WEEK_MS);
    await settlePromises();
    expect(server.reports).toHaveLength(1);
    expect(clock.scheduledCount).toBe(0);
  });
});

describe('an account', () => {
  const other = new ModelServer();
  beforeEach(() => {
    other.counted.clear();
    other.reports.length = 0;
  });

  it('that is linked first gets what was dictated without one, and no other gets it again', async () => {
    const ledger = await open();
    dictate(ledger, 5);
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    ledger.setAccount({ id: 'theirs', reporter: other });
    await settlePromises();
    expect(secondsReported()).toEqual([5]);
    expect(other.reports).toEqual([]);
  });

  it('gets what was dictated for it, even after another one was linked and the app restarted', async () => {
    const before = await open();
    server.destine('request-lost');
    before.setAccount({ id: 'ours', reporter: server });
    dictate(before, 5);
    await settlePromises();
    before.setAccount({ id: 'theirs', reporter: other });
    dictate(before, 6);
    await settlePromises();
    await before.flush();
    before.close();
    expect(other.reports.flat().map(({ seconds }) => seconds)).toEqual([6]);
    server.reports.length = 0;

    const after = await open();
    after.setAccount(undefined);
    dictate(after, 7);
    after.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(secondsReported()).toEqual([5, 7]);
  });

  it('is the one under which the dictation began', async () => {
    const ledger = await open();
    ledger.setAccount({ id: 'theirs', reporter: other });
    const startedAt = new Date(clock.wallTime()).toISOString();
    ledger.record({ startedAt, seconds: 5, timezone: 'UTC' }, { account: 'ours', plan: 'standard' });
    await settlePromises();
    expect(other.reports).toEqual([]);
    expect(ledger.entriesWithin(WEEK_MS)).toMatchObject([{ account: 'ours', plan: 'standard', reported: false }]);
  });

  it('that is being unlinked gets its pending entries, once, even after a failure', async () => {
    const ledger = await open();
    const ours = { id: 'ours', reporter: server };
    server.destine('request-lost', 'request-lost');
    ledger.setAccount(ours);
    dictate(ledger, 5);
    await settlePromises();
    ledger.setAccount(undefined);
    await expect(ledger.reportLast(ours)).rejects.toThrow('offline');
    await ledger.reportLast(ours);
    await ledger.reportLast(ours);
    expect(secondsReported()).toEqual([5, 5, 5]);
    expect(server.counted.size).toBe(1);
  });
});

describe('a restart', () => {
  it('reports only what was not yet reported, under the same ids', async () => {
    const before = await open();
    before.setAccount({ id: 'ours', reporter: server });
    dictate(before, 1);
    await settlePromises();
    before.setAccount(undefined);
    dictate(before, 2);
    await before.flush();
    before.close();

    const after = await open();
    after.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(server.reports.flat().map((entry) => entry.id)).toEqual(ids);
  });

  it('does not report again what was answered', async () => {
    const before = await open();
    before.setAccount({ id: 'ours', reporter: server });
    dictate(before, 1);
    await settlePromises();
    before.close();

    const after = await open();
    after.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(secondsReported()).toEqual([1]);
  });

  it('reports again what was answered but not saved as such; the server counts it once', async () => {
    const before = await open();
    dictate(before, 1);
    await before.flush();
    store.isBroken = true;
    before.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    before.close();
    store.isBroken = false;

    const after = await open();
    after.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(secondsReported()).toEqual([1, 1]);
    expect(server.counted.size).toBe(1);
  });
});

describe('a store that fails', () => {
  it('keeps the entries in memory, is reported once, and is retried', async () => {
    const ledger = await open();
    store.isBroken = true;
    dictate(ledger, 5);
    await settlePromises();
    dictate(ledger, 6);
    clock.advance(USAGE.retryMs);
    await settlePromises();
    expect(notices).toEqual(['not-saved']);
    expect(secondsWithin(ledger, WEEK_MS)).toBe(11);

    store.isBroken = false;
    clock.advance(2 * USAGE.retryMs);
    await settlePromises();
    expect(notices).toEqual(['not-saved', 'saved-again']);
    expect(JSON.parse(store.content ?? '')).toHaveLength(2);
  });

  it('does not prevent reporting', async () => {
    const ledger = await open();
    store.isBroken = true;
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 5);
    await settlePromises();
    expect(secondsReported()).toEqual([5]);
  });

  it('is retried immediately by a flush, which waits for that attempt only', async () => {
    const ledger = await open();
    store.isBroken = true;
    dictate(ledger, 5);
    await ledger.flush();
    expect(store.content).toBeUndefined();
    store.isBroken = false;
    await ledger.flush();
    expect(store.content).toBeDefined();
  });
});

describe('stored data that cannot be read', () => {
  const damaged = [
    ['another shape', '{"entries":[]}'],
    ['null', 'null'],
    ['an entry without an id', '[{"startedAt":"2026-09-01T08:00:00Z","seconds":3,"timezone":"UTC"}]'],
    ['no entry', '["x",null,3]'],
  ] as const;

  it.each(damaged)('is set aside before being overwritten: %s', async (_, content) => {
    store.content = content;
    const ledger = await open();
    await ledger.flush();
    expect(store.content).toBe(content);
    dictate(ledger, 5);
    await ledger.flush();
    expect(store.setAside).toEqual([content]);
    expect(JSON.parse(store.content ?? '')).toHaveLength(1);
    expect(notices).toEqual(['set-aside']);
  });

  it('is set aside if loading fails, too', async () => {
    store.content = '[{"id":';
    store.isUnreadable = true;
    const ledger = await open();
    dictate(ledger, 5);
    await ledger.flush();
    expect(store.setAside).toEqual(['[{"id":']);
  });

  it('is not overwritten until it can be set aside', async () => {
    store.content = 'null';
    store.isBroken = true;
    const ledger = await open();
    dictate(ledger, 5);
    await ledger.flush();
    expect(store.content).toBe('null');
    expect(notices).toEqual(['not-saved']);
    store.isBroken = false;
    await ledger.flush();
    expect(store.setAside).toEqual(['null']);
    expect(JSON.parse(store.content ?? '')).toHaveLength(1);
    expect(notices).toEqual(['not-saved', 'set-aside', 'saved-again']);
  });

  it('still yields the valid entries', async () => {
    const before = await open();
    dictate(before, 5);
    await before.flush();
    before.close();
    store.content = JSON.stringify([...JSON.parse(store.content ?? ''), { id: 'damaged' }]);

    const after = await open();
    after.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(secondsReported()).toEqual([5]);
    expect(store.setAside).toHaveLength(1);
    expect(JSON.parse(store.content ?? '')).toHaveLength(1);
  });
});

describe('the local count', () => {
  it('includes reported and unreported entries from the requested period', async () => {
    const ledger = await open();
    dictate(ledger, 100);
    clock.advance(2 * HOUR_MS);
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    ledger.setAccount(undefined);
    dictate(ledger, 10);
    expect(secondsWithin(ledger, WEEK_MS)).toBe(110);
    expect(secondsWithin(ledger, HOUR_MS)).toBe(10);
    clock.advance(WEEK_MS - HOUR_MS);
    expect(secondsWithin(ledger, WEEK_MS)).toBe(10);
    clock.advance(HOUR_MS);
    expect(secondsWithin(ledger, WEEK_MS)).toBe(0);
  });

  it('is forgotten together with its entries', async () => {
    const ledger = await open();
    dictate(ledger, 100);
    await ledger.flush();
    ledger.forget();
    await ledger.flush();
    expect(secondsWithin(ledger, WEEK_MS)).toBe(0);
    expect(secondsWithin(await open(), WEEK_MS)).toBe(0);
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    expect(server.reports).toEqual([]);
  });

  it('survives a restart', async () => {
    const before = await open();
    before.setAccount({ id: 'ours', reporter: server });
    dictate(before, 100);
    await settlePromises();
    before.close();
    expect(secondsWithin(await open(), WEEK_MS)).toBe(100);
  });

  it('includes entries from the future if the clock was set back, unless by a year', async () => {
    const ledger = await open();
    dictate(ledger, 100);
    clock.offsetMs -= 3 * HOUR_MS;
    expect(secondsWithin(ledger, WEEK_MS)).toBe(100);
    clock.offsetMs -= 52 * WEEK_MS;
    expect(secondsWithin(ledger, WEEK_MS)).toBe(0);
  });

  it('drops old entries once reported, but no others', async () => {
    const ledger = await open();
    ledger.setAccount({ id: 'ours', reporter: server });
    dictate(ledger, 1);
    await settlePromises();
    ledger.setAccount(undefined);
    dictate(ledger, 2);
    clock.advance(2 * WEEK_MS);
    ledger.setAccount({ id: 'ours', reporter: server });
    await settlePromises();
    await ledger.flush();
    expect(JSON.parse(store.content ?? '')).toEqual([]);
    expect(secondsReported()).toEqual([1, 2]);
  });
});

/** What happens to the ledger and its dependencies. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('dictate' as const),
      seconds: fc.double({ min: 0.1, max: 40_000, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: WEEK_MS }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('destine' as const),
      fate: fc.constantFrom<Fate>('request-lost', 'answer-lost', 'arrives-twice', 'held', 'answered-in-part'),
    }),
  },
  fc.record({ what: fc.constant('set-clock' as const), ms: fc.integer({ min: -60 * WEEK_MS, max: 60 * WEEK_MS }) }),
  fc.record({
    what: fc.constantFrom('link' as const, 'unlink' as const, 'release' as const, 'break' as const, 'repair' as const),
  }),
  fc.record({ what: fc.constantFrom('report' as const, 'crash' as const) }),
);

it('every recorded second is counted exactly once in the end, whatever happens', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(happening, { maxLength: 50 }), async (happenings) => {
        const recorded: { ids: string[]; seconds: number }[] = [];
        let ledger = await open();
        ledger.setAccount({ id: 'ours', reporter: server });
        for (const happened of happenings) {
          switch (happened.what) {
            case 'dictate': {
              const known = ids.length;
              dictate(ledger, happened.seconds);
              recorded.push({ ids: ids.slice(known), seconds: Math.ceil(happened.seconds) });
              break;
            }
            case 'wait':
              clock.advance(happened.ms);
              break;
            case 'set-clock':
              clock.offsetMs += happened.ms;
              break;
            case 'destine':
              server.destine(happened.fate);
              break;
            case 'link':
              ledger.setAccount({ id: 'ours', reporter: server });
              break;
            case 'unlink':
              ledger.setAccount(undefined);
              break;
            case 'release':
              server.release();
              break;
            case 'break':
            case 'repair':
              store.isBroken = happened.what === 'break';
              break;
            case 'report':
              ledger.reportNow();
              break;
            case 'crash': {
              ledger.close();
              server.disconnect();
              // Anything only in memory is lost, unless the server has it.
              const kept = (id: string) => store.content?.includes(id) || server.counted.has(id);
              recorded.splice(0, recorded.length, ...recorded.filter((dictation) => dictation.ids.some(kept)));
              ledger = await open();
              ledger.setAccount({ id: 'ours', reporter: server });
              break;
            }
          }
          await settlePromises();
        }

        store.isBroken = false;
        ledger.setAccount({ id: 'ours', reporter: server });
        for (let round = 0; round < 60; round += 1) {
          server.release();
          ledger.reportNow();
          await settlePromises();
        }
        const secondsOf = (id: string) => server.counted.get(id)?.seconds ?? 0;
        for (const dictation of recorded) {
          expect(dictation.ids.map(secondsOf).reduce((a, b) => a + b)).toBe(dictation.seconds);
        }
        expect(server.counted.size).toBe(recorded.flatMap((dictation) => dictation.ids).length);
        await ledger.flush();
        expect(JSON.parse(store.content ?? '[]').filter((entry: { reported: boolean }) => !entry.reported)).toEqual([]);
        ledger.close();
      })
      .beforeEach(() => {
        clock = new FakeWallClock('2026-09-01T08:00:00Z');
        store = new MemoryStore();
        server = new ModelServer();
        notices = [];
        ids = [];
      }),
    { numRuns: 300 },
  );
});
