import type { WallClock } from '@workspace/dictation/ports';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANNA, BERT, emailOf, FakeServer, type Fate } from '../testing/fake-server.ts';
import { FakeWallClock } from '../testing/fake-wall-clock.ts';
import { MemorySecrets } from '../testing/memory-secrets.ts';
import { diskFull, MemoryStore } from '../testing/memory-store.ts';
import { UsageLedger } from '../usage/usage-ledger.ts';
import { Account, type AccountNotice } from './account.ts';
import type { AccountDocument } from './account-document.ts';
import { AccountServer } from './account-server.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** A computer: its disk, and the app running on it. */
class Computer {
  readonly clock = new FakeWallClock();
  readonly world = new FakeServer(() => this.clock.wallTime());
  readonly secrets = new MemorySecrets();
  readonly stores = { account: new MemoryStore(), usage: new MemoryStore() };
  readonly ids: string[] = [];
  notices: AccountNotice[] = [];
  shown = 0;
  account!: Account;
  usage!: UsageLedger;
  #life = { isOver: true };

  async start(): Promise<void> {
    const { world, secrets, stores } = this;
    const life = { isOver: false };
    this.#life = life;
    // A crashed app no longer does anything.
    const clock: WallClock = {
      now: () => this.clock.now(),
      wallTime: () => this.clock.wallTime(),
      timeZone: () => this.clock.timeZone(),
      schedule: (delayMs, callback) => this.clock.schedule(delayMs, () => !life.isOver && callback()),
    };
    this.usage = await UsageLedger.open({ clock, store: stores.usage, newId: () => this.#newId(), onNotice: () => {} });
    this.account = await Account.open({
      clock,
      server: new AccountServer({ apiUrl: 'http://localhost:3001', clock, fetch: world.fetch }),
      secrets,
      store: stores.account,
      usage: this.usage,
      device: { name: 'Desk', platform: 'Linux', appVersion: '1.2.3' },
      onChange: () => {},
      onShow: () => {
        this.shown += 1;
      },
      onNotice: (notice) => this.notices.push(notice),
    });
    this.account.begin();
    await settlePromises();
  }

  /** Ends the app without notice. Anything unsaved is lost. */
  crash(): void {
    this.#life.isOver = true;
    this.usage.close();
    this.world.disconnect();
  }

  async restart(): Promise<void> {
    this.crash();
    await this.start();
  }

  async link(userId: string): Promise<void> {
    this.account.follow(this.world.linkOf(userId));
    await settlePromises();
    this.account.answerLink(true);
    await settlePromises();
  }

  async dictate(seconds: number): Promise<void> {
    const startedAt = new Date(this.clock.wallTime()).toISOString();
    this.account.record({ startedAt, seconds, timezone: 'UTC' });
    await settlePromises();
  }

  /** Lets time pass in steps, each followed by everything that is due. */
  async pass(ms: number): Promise<void> {
    for (const step of Array.from({ length: 10 }, () => ms / 10)) {
      this.clock.advance(step);
      await settlePromises();
    }
  }

  #newId(): string {
    const id = `00000000-0000-4000-8000-${String(this.ids.length + 1).padStart(12, '0')}`;
    this.ids.push(id);
    return id;
  }
}

let computer: Computer;
beforeEach(async () => {
  computer = new Computer();
  await computer.start();
});
afterEach(() => computer.usage.close());

describe('a setup link', () => {
  it('shows whose account it is, and links to it once the user agrees', async () => {
    const { account, world, secrets, stores } = computer;
    account.follow(world.linkOf(ANNA));
    expect(account.view).toEqual({ state: 'linking' });
    await settlePromises();
    expect(account.view).toEqual({ state: 'confirming', email: 'a@example.com', replaces: null });
    expect(computer.shown).toBe(2);
    expect(world.device).toEqual({ name: 'Desk', platform: 'Linux', appVersion: '1.2.3' });
    expect([secrets.stored.size, stores.account.stored]).toEqual([0, undefined]);
    account.answerLink(true);
    await settlePromises();
    expect(account.view).toEqual({ state: 'linked', email: 'a@example.com', problem: null });
    expect(account.allowance).toEqual({ plan: 'beta', limitSeconds: 3_600, usedSeconds: 0, resetsAt: null });
  });

  it('leaves a token only in the secret store', async () => {
    await computer.link(ANNA);
    await computer.dictate(5);
    const { secrets, stores } = computer;
    expect(secrets.stored.get('account')).toContain('refresh_');
    expect(JSON.stringify([stores.account.stored, stores.usage.stored])).not.toMatch(/refresh_|canary/);
  });

  it('that the user declines leaves nothing behind, here or on the server', async () => {
    const { account, world, secrets } = computer;
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    account.answerLink(false);
    await settlePromises();
    expect(account.view).toEqual({ state: 'none', problem: null });
    expect([world.sessions.size, secrets.stored.size]).toEqual([0, 0]);
  });

  it('that is not answered before the app exits leaves nothing behind', async () => {
    const { account, world, secrets } = computer;
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    await account.close();
    expect([world.sessions.size, secrets.stored.size]).toEqual([0, 0]);
  });

  it('that is still being looked up when the app exits leaves nothing behind', async () => {
    const { account, world, secrets } = computer;
    world.destine('held');
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    const closed = account.close();
    await settlePromises();
    world.release();
    await closed;
    expect([world.sessions.size, secrets.stored.size]).toEqual([0, 0]);
  });

  it('is replaced by a later one, whether unanswered or still being looked up', async () => {
    const { account, world } = computer;
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    // The previous session is ended before the new link is looked up.
    world.destine('answered', 'held');
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    expect(account.view).toEqual({ state: 'linking' });
    account.follow(world.linkOf(BERT));
    await settlePromises();
    world.release();
    await settlePromises();
    expect(account.view).toMatchObject({ state: 'confirming', email: 'b@example.com' });
    expect([...world.sessions.values()].map(({ userId }) => userId)).toEqual([BERT]);
  });

  it('that has already been used is explained with the server’s message', async () => {
    const { account, world } = computer;
    const link = world.linkOf(ANNA);
    account.follow(link);
    await settlePromises();
    account.answerLink(false);
    account.follow(link);
    await settlePromises();
    expect(account.view).toEqual({
      state: 'none',
      problem: 'This setup link is invalid, has already been used or has expired. Open the app from the website again.',
    });
  });

  it('that can’t be looked up says what to do, and ends the session it started', async () => {
    const { account, world } = computer;
    world.destine('answered', 'request-lost');
    account.follow(world.linkOf(ANNA));
    await settlePromises();
    expect(account.view).toMatchObject({ state: 'none', problem: expect.stringContaining('Check your connection') });
    expect(world.sessions.size).toBe(0);
  });

  it('is rejected with a notice if it is not for setup', () => {
    computer.account.follow('saykey://elsewhere?token=a');
    expect(computer.notices).toEqual(['unusable-link']);
    expect(computer.account.view).toEqual({ state: 'none', problem: null });
  });

  it('to another account names both, and replaces the previous one on the server too', async () => {
    const { account, world } = computer;
    await computer.link(ANNA);
    account.follow(world.linkOf(BERT));
    await settlePromises();
    expect(account.view).toEqual({ state: 'confirming', email: 'b@example.com', replaces: 'a@example.com' });
    account.answerLink(true);
    await settlePromises();
    expect(account.view).toMatchObject({ state: 'linked', email: 'b@example.com' });
    expect([...world.sessions.values()].map(({ userId }) => userId)).toEqual([BERT]);
  });

  it('to the account that is already linked changes nothing', async () => {
    const { account, world } = computer;
    await computer.link(ANNA);
    await computer.link(ANNA);
    expect(account.view).toMatchObject({ state: 'linked', email: 'a@example.com' });
    expect(world.sessions.size).toBe(1);
    await computer.restart();
    await computer.dictate(5);
    expect(world.secondsOf(ANNA)).toBe(5);
  });

  it('works even if nothing can be stored, and reports that', async () => {
    const { account, secrets } = computer;
    secrets.failure = diskFull();
    await computer.link(ANNA);
    expect(account.view.state).toBe('linked');
    expect(computer.notices).toEqual(['not-saved']);
  });
});

describe('a restart', () => {
  it('keeps an account that replaced another, whose session had to be refreshed before it could be ended', async () => {
    await computer.link(ANNA);
    computer.clock.advance(20 * 60_000);
    await computer.link(BERT);
    await computer.restart();
    expect(computer.account.view).toMatchObject({ state: 'linked', email: 'b@example.com' });
    expect(computer.notices).toEqual([]);
  });

  it('keeps the account even if the app exited while its token was being replaced', async () => {
    await computer.link(ANNA);
    computer.clock.advance(20 * 60_000);
    computer.world.destine('held');
    await computer.dictate(3);
    const closed = computer.account.close();
    await settlePromises();
    computer.world.release();
    await closed;
    computer.crash();
    computer.clock.advance(60_000);
    await computer.start();
    await computer.dictate(5);
    expect(computer.account.view).toMatchObject({ state: 'linked', email: 'a@example.com' });
    expect(computer.world.secondsOf(ANNA)).toBe(8);
  });

  it('keeps the account, and continues reporting to it', async () => {
    await computer.link(ANNA);
    computer.world.isOnline = false;
    await computer.dictate(7);
    await computer.restart();
    expect(computer.account.view).toEqual({ state: 'linked', email: 'a@example.com', problem: null });
    computer.world.isOnline = true;
    await computer.restart();
    expect(computer.world.secondsOf(ANNA)).toBe(7);
  });

  it.each([
    ['is gone', (stored: Map<string, string>) => stored.clear()],
    ['can’t be read', (stored: Map<string, string>) => stored.set('account', '{')],
    [
      'is another account’s',
      (stored: Map<string, string>) =>
        stored.set('account', JSON.stringify({ account: BERT, refreshToken: 'refresh_other_0' })),
    ],
  ])('asks to link again, with a single notice, if the token %s', async (_, lose) => {
    computer.world.sessions.set('other', { id: 'other', userId: BERT, generation: 0, replacedAt: [] });
    await computer.link(ANNA);
    lose(computer.secrets.stored);
    await computer.restart();
    expect(computer.account.view).toMatchObject({ state: 'none', problem: expect.stringContaining('signed out') });
    await computer.restart();
    expect(computer.account.view).toMatchObject({ state: 'none', problem: expect.stringContaining('signed out') });
    expect(computer.notices).toEqual(['signed-out']);
    expect(computer.secrets.stored.size).toBe(0);
  });

  it('survives a secret store that fails', async () => {
    await computer.link(ANNA);
    computer.secrets.get = async () => Promise.reject(new Error('can’t be decrypted'));
    await computer.restart();
    expect(computer.account.view.state).toBe('none');
  });

  it('keeps the account if its stored plan is unknown', async () => {
    await computer.link(ANNA);
    const { stored } = computer.stores.account;
    const { entitlement } = stored as AccountDocument;
    computer.stores.account.stored = { ...(stored as AccountDocument), entitlement: { ...entitlement, plan: 'later' } };
    await computer.restart();
    expect(computer.account.view).toMatchObject({ state: 'linked', email: 'a@example.com' });
    expect(computer.account.allowance.plan).toBe('beta');
  });

  it.each([
    { version: 1, account: 'x' },
    { version: 2, account: null, wasSignedOut: false, entitlement: null },
  ])('survives an unreadable file, and sets it aside: %j', async (stored) => {
    computer.stores.account.stored = stored;
    await computer.restart();
    expect(computer.account.view.state).toBe('none');
    await computer.link(ANNA);
    expect(computer.stores.account.setAside).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('ends the session on the server, after reporting what was pending', async () => {
    const { account, world, secrets } = computer;
    await computer.link(ANNA);
    world.destine('request-lost');
    await computer.dictate(9);
    expect(world.secondsOf(ANNA)).toBe(0);
    account.signOut();
    expect(account.view).toEqual({ state: 'none', problem: null });
    await settlePromises();
    expect(world.secondsOf(ANNA)).toBe(9);
    expect([world.sessions.size, secrets.stored.size]).toEqual([0, 0]);
  });

  it('while offline keeps unreported entries for that account only', async () => {
    const { account, world } = computer;
    await computer.link(ANNA);
    world.isOnline = false;
    await computer.dictate(9);
    account.signOut();
    await settlePromises();
    world.isOnline = true;
    await computer.link(BERT);
    await computer.dictate(2);
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([0, 2]);
    await computer.link(ANNA);
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([9, 2]);
  });

  it('on the site is noticed at the next use, and reported once', async () => {
    const { account, world, secrets } = computer;
    await computer.link(ANNA);
    world.endSessionsOf(ANNA);
    await computer.dictate(9);
    expect(account.view).toMatchObject({ state: 'none', problem: expect.stringContaining('signed out') });
    expect(computer.notices).toEqual(['signed-out']);
    expect([secrets.stored.size, world.secondsOf(ANNA)]).toEqual([0, 0]);
    expect(account.allowance).toMatchObject({ plan: 'beta', limitSeconds: 3_600, usedSeconds: 9 });
    await computer.dictate(1);
    await computer.link(ANNA);
    expect(world.secondsOf(ANNA)).toBe(10);
    expect(account.view).toEqual({ state: 'linked', email: 'a@example.com', problem: null });
  });

  it('is not inferred from a server or network failure', async () => {
    const { account, world, clock } = computer;
    await computer.link(ANNA);
    for (const fate of ['request-lost', 'too-many-requests', 'proxy-error', 'html'] as const) {
      clock.advance(20 * 60_000);
      world.destine(...Array<Fate>(12).fill(fate));
      await computer.dictate(1);
      world.disconnect();
    }
    expect(account.view).toMatchObject({ state: 'linked' });
    await computer.pass(HOUR_MS);
    expect(world.secondsOf(ANNA)).toBe(4);
  });
});

describe('dictated time', () => {
  it('after signing out is reported to the next account', async () => {
    const { account, world, clock } = computer;
    await computer.link(ANNA);
    clock.advance(1_000);
    account.signOut();
    await computer.dictate(6);
    await computer.link(BERT);
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([0, 6]);
  });

  it('without an account is reported to the first one, once', async () => {
    const { world } = computer;
    await computer.dictate(4);
    await computer.restart();
    await computer.link(ANNA);
    await computer.link(BERT);
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([4, 0]);
  });

  it('belongs to the account that was linked when it began', async () => {
    const { account, world, clock } = computer;
    await computer.link(ANNA);
    const startedAt = new Date(clock.wallTime()).toISOString();
    clock.advance(1_000);
    await computer.link(BERT);
    account.record({ startedAt, seconds: 5, timezone: 'UTC' });
    await settlePromises();
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([0, 0]);
    await computer.link(ANNA);
    expect([world.secondsOf(ANNA), world.secondsOf(BERT)]).toEqual([5, 0]);
  });

  it('is not held up by entries that the server rejects', async () => {
    const { world, ids } = computer;
    await computer.dictate(4);
    world.rejectedIds.add(ids[0]!);
    await computer.link(ANNA);
    await computer.dictate(5);
    expect(world.secondsOf(ANNA)).toBe(5);
    expect(computer.account.allowance.usedSeconds).toBe(5);
  });
});

describe('the allowance', () => {
  it('triggers pending reports once fetched', async () => {
    const { account, world } = computer;
    await computer.link(ANNA);
    world.isOnline = false;
    await computer.dictate(10);
    world.isOnline = true;
    await account.refresh(0);
    await settlePromises();
    expect(world.secondsOf(ANNA)).toBe(10);
  });

  it('is counted locally without an account', async () => {
    await computer.dictate(100);
    expect(computer.account.allowance).toEqual({
      plan: 'beta',
      limitSeconds: 3_600,
      usedSeconds: 100,
      resetsAt: '2026-03-08T12:00:00.000Z',
    });
  });

  it('is the server’s count plus what is not yet reported, never counted twice', async () => {
    const { account, world } = computer;
    world.counted.set('elsewhere', {
      id: 'elsewhere',
      userId: ANNA,
      startedAt: '2026-03-01T10:00:00.000Z',
      seconds: 1_000,
      timezone: 'Europe/Berlin',
    });
    await computer.link(ANNA);
    expect(account.allowance.usedSeconds).toBe(1_000);
    world.isOnline = false;
    await computer.dictate(10);
    expect(account.allowance).toMatchObject({ usedSeconds: 1_010, resetsAt: '2026-03-08T10:00:00.000Z' });
    world.isOnline = true;
    await computer.dictate(5);
    await computer.pass(10_000);
    expect(account.allowance.usedSeconds).toBe(1_015);
    await account.refresh(0);
    expect(account.allowance.usedSeconds).toBe(1_015);
  });

  it('is valid offline for seven days; then the Beta allowance applies, with a notice, until the server is back', async () => {
    const { account, world, clock } = computer;
    world.standardUsers.add(ANNA);
    await computer.link(ANNA);
    await computer.dictate(5_000);
    world.isOnline = false;
    clock.advance(7 * DAY_MS - 1);
    await computer.restart();
    expect(computer.account.allowance).toMatchObject({ plan: 'standard', limitSeconds: null });
    clock.advance(1);
    expect(computer.account.allowance).toMatchObject({ plan: 'beta', limitSeconds: 3_600, usedSeconds: 0 });
    expect(computer.account.view).toMatchObject({ problem: expect.stringContaining('seven days') });
    world.isOnline = true;
    await computer.account.refresh(0);
    expect(computer.account.allowance.plan).toBe('standard');
    expect(account.view.state).toBe('linked');
  });

  it('resets offline at the time that the server last gave', async () => {
    const { account, world, clock } = computer;
    world.counted.set('elsewhere', {
      id: 'elsewhere',
      userId: ANNA,
      startedAt: new Date(clock.wallTime() - 6 * DAY_MS).toISOString(),
      seconds: 3_600,
      timezone: 'Europe/Berlin',
    });
    await computer.link(ANNA);
    world.isOnline = false;
    expect(account.allowance.usedSeconds).toBe(3_600);
    clock.advance(DAY_MS);
    expect(account.allowance.usedSeconds).toBe(0);
  });

  it('without an account excludes what was dictated under an unlimited plan', async () => {
    const { account, world } = computer;
    world.standardUsers.add(ANNA);
    await computer.link(ANNA);
    await computer.dictate(5_000);
    account.signOut();
    await computer.dictate(3);
    expect(account.allowance.usedSeconds).toBe(3);
  });

  it('is requested at startup and after reports, but not after each one', async () => {
    const { world } = computer;
    const asked = () => world.arrived.filter((call) => call === 'GET /entitlement').length;
    await computer.link(ANNA);
    await computer.restart();
    expect(asked()).toBe(2);
    for (let count = 0; count < 5; count += 1) await computer.dictate(1);
    expect(asked()).toBe(2);
    await computer.pass(3 * 60_000);
    await computer.dictate(1);
    expect(asked()).toBe(3);
  });

  it('causes no requests while idle', async () => {
    const { world, clock } = computer;
    await computer.link(ANNA);
    world.arrived.length = 0;
    await computer.pass(30 * DAY_MS);
    expect(world.arrived).toEqual([]);
    expect(clock.scheduledCount).toBe(0);
  });
});

type Happening =
  | { what: 'dictate'; seconds: number }
  | { what: 'wait'; ms: number }
  | { what: 'destine'; fate: Fate }
  | { what: 'link'; user: string }
  | { what: 'sign-out' | 'end-sessions' | 'offline' | 'online' | 'crash' | 'release' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('dictate' as const), seconds: fc.integer({ min: 1, max: 20_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3 * HOUR_MS }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('destine' as const),
      fate: fc.constantFrom<Fate>(
        'request-lost',
        'answer-lost',
        'arrives-twice',
        'held',
        'too-many-requests',
        'proxy-error',
        'html',
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('link' as const), user: fc.constantFrom(ANNA, BERT) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('sign-out' as const, 'end-sessions', 'offline', 'online', 'crash', 'release'),
    }),
  },
);

it('every second is reported to the right account exactly once, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (happenings) => {
      const own = new Computer();
      const { world, ids } = own;
      await own.start();
      /** The owner of each entry: the account linked when it was dictated, or otherwise the next one linked. */
      const owners = new Map<string, string | undefined>();
      // From the store: known even while another link is being looked up.
      const linked = () => (own.stores.account.stored as AccountDocument | undefined)?.account?.email;
      const claim = () => {
        const email = linked();
        for (const [id, owner] of owners) if (owner === undefined && email !== undefined) owners.set(id, email);
      };
      for (const happened of happenings) {
        switch (happened.what) {
          case 'dictate': {
            const known = ids.length;
            const email = linked();
            await own.dictate(happened.seconds);
            for (const id of ids.slice(known)) owners.set(id, email);
            break;
          }
          case 'wait':
            await own.pass(happened.ms);
            break;
          case 'destine':
            world.destine(happened.fate);
            break;
          case 'link':
            await own.link(happened.user);
            break;
          case 'sign-out':
            own.account.signOut();
            break;
          case 'end-sessions':
            world.endSessionsOf(ANNA);
            break;
          case 'offline':
          case 'online':
            world.isOnline = happened.what === 'online';
            break;
          case 'crash':
            await own.restart();
            break;
          case 'release':
            world.release();
            break;
        }
        await settlePromises();
        claim();
      }

      world.isOnline = true;
      world.disconnect();
      await own.restart();
      for (const user of [ANNA, BERT]) {
        await own.link(user);
        claim();
        await own.pass(HOUR_MS);
      }
      const got = [...world.counted.values()].map(({ id, userId }) => [id, emailOf(userId)]);
      expect(new Map(got.toSorted() as [string, string][])).toEqual(new Map([...owners].toSorted()));
      own.crash();
    }),
    { numRuns: 400 },
  );
});
