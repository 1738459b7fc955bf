import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { refreshDevice } from '@workspace/contract/auth';
import { reportUsage } from '@workspace/contract/usage';
import { AccountServer } from '@workspace/desktop/app/account/account-server';
import { DeviceSession, SessionEndedError } from '@workspace/desktop/app/account/device-session';
import { JsonFile } from '@workspace/desktop/app/storage/json-file';
import { type UsageAccount, UsageLedger } from '@workspace/desktop/app/usage/usage-ledger';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import type { Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { PatientCaller } from './patient-caller.ts';

const LOOK_MS = 200;
const WEEK_MS = 7 * 86_400_000;
const ANYWHERE = 'http://anywhere';

interface Dependencies {
  /** The ledger's file. */
  path: string;
  caller: PatientCaller;
  journal: Journal;
  life: Life;
}

/** The parts of the app that count seconds: its session, and the ledger in a file. */
export class DictatingApp {
  readonly #dependencies: Dependencies;
  readonly #clock = createSteadyClock();
  readonly #server: AccountServer;
  #ledger: UsageLedger | undefined;
  #session: DeviceSession | undefined;
  #refreshToken = '';
  /** Whether the last refresh got no response: the next one, more than ten seconds later, makes the server end the session. */
  #unheardRefresh = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#server = new AccountServer({
      apiUrl: ANYWHERE,
      clock: this.#clock,
      fetch: (...call) => this.#fetch(...call),
    });
  }

  /** Opens the ledger, with the content of an earlier run. */
  async open(): Promise<void> {
    const { path, life, journal } = this.#dependencies;
    this.#ledger = await UsageLedger.open({
      store: new JsonFile(path),
      clock: this.#clock,
      newId: randomUUID,
      onNotice: (notice) => journal.blame(life.email, `the ledger says: ${notice}`),
    });
  }

  get isLinked(): boolean {
    return this.#session !== undefined;
  }

  /** Starts a session with tokens from the server. */
  async link(tokens: { token?: string; refreshToken: string }): Promise<void> {
    this.#refreshToken = tokens.refreshToken;
    const session = new DeviceSession({ server: this.#server, clock: this.#clock }, tokens);
    await session.keepBy(async (token) => {
      this.#refreshToken = token;
    });
    this.#session = session;
    this.#ledger?.setAccount(this.#account(session));
  }

  /** Counts a dictation. */
  record(time: DictatedTime): void {
    const { life, journal } = this.#dependencies;
    life.dictations.push(time);
    journal.count('dictations');
    journal.count('seconds', Math.ceil(time.seconds));
    this.#ledger?.record(time);
  }

  /** Restarts the app with its stored data. */
  async restart(): Promise<void> {
    await this.#ledger?.flush();
    this.#ledger?.close();
    await this.open();
    // The access token was only in memory.
    if (this.#session) await this.link({ refreshToken: this.#refreshToken });
  }

  /** Signs the device out. Unreported entries wait until the account is linked again. */
  async unlink(): Promise<void> {
    const session = this.#session;
    this.#forget();
    await session?.end();
  }

  /** How many seconds the server has acknowledged. */
  get reportedSeconds(): number {
    const entries = this.#ledger?.entriesWithin(WEEK_MS) ?? [];
    return entries.reduce((sum, { reported, seconds }) => sum + (reported ? seconds : 0), 0);
  }

  /** Resolves with whether everything was reported within the time limit. */
  async reportAll(limitMs: number): Promise<boolean> {
    for (const until = Date.now() + limitMs; Date.now() < until && this.#session; await delay(LOOK_MS)) {
      const entries = this.#ledger?.entriesWithin(WEEK_MS) ?? [];
      if (entries.every(({ reported }) => reported)) return true;
      this.#ledger?.reportNow();
    }
    return (this.#ledger?.entriesWithin(WEEK_MS) ?? []).every(({ reported }) => reported);
  }

  async close(): Promise<void> {
    await this.#ledger?.flush();
    this.#ledger?.close();
  }

  #account(session: DeviceSession): UsageAccount {
    return {
      id: this.#dependencies.life.userId ?? '',
      reporter: {
        report: async (entries, onReceipt) => {
          try {
            onReceipt(await session.call(reportUsage, { body: { entries } }));
          } catch (error) {
            if (error instanceof SessionEndedError && this.#session === session) this.#handleEnd();
            throw error;
          }
        },
      },
    };
  }

  #handleEnd(): void {
    const { journal, life } = this.#dependencies;
    this.#forget();
    if (this.#unheardRefresh) journal.count('device sessions lost');
    else journal.blame(life.email, 'the device was signed out, though no answer to a refresh was lost');
  }

  #forget(): void {
    this.#session = undefined;
    this.#ledger?.setAccount(undefined);
  }

  async #fetch(...[url, request]: Parameters<AccountServerFetch>): Promise<Response> {
    const { caller, journal, life } = this.#dependencies;
    const isRefresh = new URL(url).pathname === refreshDevice.path;
    try {
      const response = await caller.fetch(url, request);
      if (isRefresh) this.#unheardRefresh = response.status >= 500 || (this.#unheardRefresh && !response.ok);
      return response;
    } catch (error) {
      if (isRefresh) this.#unheardRefresh = true;
      if (!(error instanceof TypeError) && !request.signal.aborted) journal.blame(life.email, String(error));
      throw error;
    }
  }
}

type AccountServerFetch = ConstructorParameters<typeof AccountServer>[0]['fetch'];
