import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PORT, type Settings, serverArguments } from './cluster-settings.ts';
import { PostgresProcess, StartError } from './postgres-process.ts';
import type { ProgramLauncher } from './program-launcher.ts';
import { adoptLockFile, endOrphan } from './stale-server.ts';

export interface ServerPlan {
  launcher: ProgramLauncher;
  /** The program's path. */
  postgres: string;
  cluster: string;
  socketFolder: string;
  settings: Settings;
  /** Called with each line that the server logs. */
  onLog(line: string): void;
  /** Called when the server ended on its own and serves again. */
  onRestart(reason: string): void;
}

/** How long an earlier server on the cluster may take to end. */
const TAKEOVER_TIMEOUT_MS = 60_000;
const TAKEOVER_RETRY_MS = 100;
/** Delays before a restart: none at first, then longer each time, until a server has run for a while. */
const RESTART_RETRY_MS = 100;
const MAX_RESTART_RETRY_MS = 10_000;
const STEADY_MS = 60_000;

/** PostgreSQL's errors while the processes of an earlier server are still ending. */
const IS_STILL_IN_USE = /lock file .* already exists|shared memory block .* still in use/;

/** Keeps a `postgres` running on a cluster that this process has claimed. */
export class ServerSupervisor {
  readonly #plan: ServerPlan;
  readonly #stopping = new AbortController();
  #postgres: PostgresProcess | undefined;
  #supervision: Promise<void> | undefined;
  #failures = 0;

  constructor(plan: ServerPlan) {
    this.#plan = plan;
  }

  /**
   * Starts the server, after ending whatever is left of an earlier one. Resolves once it accepts connections. Rejects
   * if it is stopped meanwhile.
   *
   * @throws StartError
   */
  async start(): Promise<void> {
    const timeout = AbortSignal.timeout(TAKEOVER_TIMEOUT_MS);
    const signal = AbortSignal.any([timeout, this.#stopping.signal]);
    for (;;) {
      try {
        await this.#startOnce(signal);
        break;
      } catch (error) {
        if (timeout.aborted) throw new StartError('processes of an earlier server on it do not end');
        if (!(error instanceof StartError && IS_STILL_IN_USE.test(error.message))) throw error;
      }
      await delay(TAKEOVER_RETRY_MS);
    }
    this.#supervision = this.#keepRunning();
  }

  /** Stops the server. Resolves once it has ended and won't be restarted. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#postgres?.stop();
    await this.#supervision;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const how = await this.#postgres?.ended;
      if (performance.now() - startedAt > STEADY_MS) this.#failures = 0;
      if (await this.#restart()) this.#plan.onRestart(`PostgreSQL quit unexpectedly (${how}). It has been restarted.`);
    }
  }

  /** Restarts the server. Resolves with whether it serves again, which fails only if it is stopped. */
  async #restart(): Promise<boolean> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await delay(this.#nextDelayMs(), undefined, { signal });
        await this.#startOnce(signal);
        return true;
      } catch {
        // The log says why. A full disk may be cleared, and memory may become free again.
      }
    }
    return false;
  }

  #nextDelayMs(): number {
    this.#failures += 1;
    if (this.#failures === 1) return 0;
    return Math.min(RESTART_RETRY_MS * 2 ** (this.#failures - 2), MAX_RESTART_RETRY_MS);
  }

  async #startOnce(signal: AbortSignal): Promise<void> {
    const { launcher, postgres, cluster, socketFolder, settings, onLog } = this.#plan;
    await endOrphan(cluster, signal);
    await adoptLockFile(join(cluster, 'postmaster.pid'), launcher.owner);
    await adoptLockFile(join(socketFolder, `.s.PGSQL.${PORT}.lock`), launcher.owner);
    this.#stopping.signal.throwIfAborted();
    const args = serverArguments(cluster, socketFolder, settings);
    this.#postgres = new PostgresProcess(launcher, postgres, args, onLog);
    await this.#postgres.ready;
  }
}
