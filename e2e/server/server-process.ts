import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, CallInput } from '@workspace/contract/call';
import { systemClock } from '@workspace/server/clock';
import { readConfig } from '@workspace/server/config';
import { PORT, SERVICE } from '@workspace/server/database/bundled/cluster-settings';
import { type DatabaseLocation, openDatabase } from '@workspace/server/database/database';
import { Keys } from '@workspace/server/secrets/keys';
import { type CallOptions, makeCall, PATIENT_POOL } from '@workspace/server/testing/test-server';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import { vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { type Ended, RunningProcess } from '../child-processes.ts';
import { COMPILE_CACHE, ROOT } from '../repository.ts';

/** The built server: starting from one file takes half the CPU time of starting from the sources. */
const PROGRAM = join(ROOT, 'apps/server/build/main.js');
const READY = /server is ready on (http:\S+)/;
const START_TIMEOUT_MS = 300_000;

/** The variables of every server in these tests: any free port, and a secret that the tests know too. */
const ENVIRONMENT = {
  PORT: '0',
  PUBLIC_API_URL: 'http://localhost:3001',
  JWT_SECRET: 'a-secret-that-only-these-tests-know',
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};
const CONFIG = readConfig(ENVIRONMENT);

// No-op if the build is current: a file that runs on its own must not test a stale build.
execFileSync(process.execPath, ['scripts/build-for-tests.ts'], { cwd: ROOT, stdio: ['ignore', 2, 2] });

/** The server in a separate process. */
export class ServerProcess {
  readonly #running: RunningProcess;

  private constructor(running: RunningProcess) {
    this.#running = running;
    endAfterTests(() => this.stop());
  }

  /**
   * Starts a server without waiting for it. It is stopped after the file's tests at the latest.
   *
   * @param cwd the working directory
   */
  static spawn(environment: Record<string, string>, { cwd = ROOT } = {}): ServerProcess {
    return new ServerProcess(
      RunningProcess.start(process.execPath, [PROGRAM], { cwd, env: { ...ENVIRONMENT, ...environment } }),
    );
  }

  /** Starts a server, and waits until it serves. */
  static async start(environment: Record<string, string>): Promise<ServerProcess> {
    const server = ServerProcess.spawn(environment);
    await server.untilReady();
    return server;
  }

  /** Resolves once it serves. Rejects with its stderr if it ends before that. */
  async untilReady(): Promise<void> {
    const ended = this.ended.then(({ stderr }) => Promise.reject(new Error(`The server did not start: ${stderr}`)));
    const ready = vi.waitUntil(() => READY.test(this.stdout), { timeout: START_TIMEOUT_MS, interval: 50 });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
  }

  /** Where it listens, such as `http://localhost:3001`. */
  get url(): string {
    const url = READY.exec(this.stdout)?.[1];
    if (url === undefined) throw new Error('The server is not listening yet.');
    return url;
  }

  get pid(): number {
    return this.#running.pid;
  }

  get stdout(): string {
    return this.#running.stdout;
  }

  /** What it has logged so far. */
  get log(): string {
    return this.#running.stderr;
  }

  /** Resolves once it has ended and its output is complete. */
  get ended(): Promise<Ended> {
    return this.#running.ended;
  }

  /** Makes a call as the site does. */
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions) {
    return makeCall(this.url, CONFIG.siteUrl, call, input, options);
  }

  signal(signal: NodeJS.Signals): void {
    this.#running.signal(signal);
  }

  /** Shuts it down cleanly. */
  stop(): Promise<Ended> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** Kills it without warning. */
  kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }
}

/** A database reached through its socket. */
export type SocketLocation = Extract<DatabaseLocation, { host: string }>;

/** Where a server keeps its bundled database. */
export function bundledDatabaseIn(dataDir: string): SocketLocation {
  return { host: join(dataDir, 'postgres'), port: PORT, user: SERVICE, database: SERVICE };
}

/** Returns the value of `DATABASE_URL` for a database behind a socket. */
export function databaseUrlOf({ host, port = PORT, user, database }: SocketLocation): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}

/** Creates signed-in users directly in the servers' database. */
export async function createUsers(location: DatabaseLocation, count: number): Promise<TestUser[]> {
  const { database, close } = openDatabase(location, () => {}, PATIENT_POOL);
  const services = { database, clock: systemClock, config: CONFIG, keys: new Keys(CONFIG.secrets) };
  try {
    return await Promise.all(Array.from({ length: count }, () => createUser({ services })));
  } finally {
    await close();
  }
}

/** Returns the ids of a process's descendants; none if it has ended. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return [];
    throw error;
  }
}
