import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../server/server-process.ts';
import type { Journal } from './journal.ts';

const START_LIMIT_MS = 40_000;
const RETRY_MS = 250;

/** Two servers on one database. Clients know both, and call them in turn. */
export class ServerPair {
  /** The output on stderr of all servers that have exited. */
  readonly logs: string[] = [];
  readonly #servers: (ServerProcess | undefined)[] = [undefined, undefined];
  readonly #start: () => ServerProcess;
  readonly #journal: Journal;
  #turn = 0;

  /** @param start starts a server, without waiting for it */
  constructor(journal: Journal, start: () => ServerProcess) {
    this.#journal = journal;
    this.#start = start;
  }

  async start(): Promise<void> {
    await Promise.all([this.#open(0), this.#open(1)]);
  }

  /** Where the next call goes; undefined while no server is running. */
  next(): string | undefined {
    this.#turn += 1;
    const first = this.#servers[this.#turn % 2];
    return (first ?? this.#servers[(this.#turn + 1) % 2])?.url;
  }

  /** Kills one, and starts it again. */
  async kill(number: number): Promise<void> {
    const server = this.#take(number);
    this.#journal.count('kills');
    this.logs.push((await server.kill()).stderr);
    await this.#open(number);
  }

  /** Shuts one down cleanly, and starts it again. */
  async restart(number: number): Promise<void> {
    await this.#end(number);
    this.#journal.count('restarts');
    await this.#open(number);
  }

  /** A server's memory, in MB. */
  memoryOf(number: number): number {
    const status = readFileSync(`/proc/${this.#servers[number]!.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]) / 1_024);
  }

  /** Shuts both down cleanly. */
  async end(): Promise<void> {
    await Promise.all([this.#end(0), this.#end(1)]);
  }

  async #end(number: number): Promise<void> {
    const { exitCode, stderr } = await this.#take(number).stop();
    this.logs.push(stderr);
    if (exitCode !== 0) this.#journal.blame(`server ${number}`, `ended in order with exit code ${exitCode}: ${stderr}`);
  }

  /** Removes a server from the pair, so that clients no longer call it. */
  #take(number: number): ServerProcess {
    const server = this.#servers[number];
    if (server === undefined) throw new Error(`Server ${number} is not running.`);
    this.#servers[number] = undefined;
    return server;
  }

  /** Starts it as an operator would: again, if the database was down at that moment. */
  async #open(number: number): Promise<void> {
    for (const until = Date.now() + START_LIMIT_MS; ; await delay(RETRY_MS)) {
      const server = this.#start();
      try {
        await server.untilReady();
        this.#servers[number] = server;
        void server.ended.then(({ exitCode }) => {
          if (this.#servers[number] === server)
            this.#journal.blame(`server ${number}`, `ended by itself with exit code ${exitCode}`);
        });
        return;
      } catch (error) {
        if (!this.#journal.explains(['database'], Date.now()) || Date.now() > until) throw error;
        this.#journal.count('starts in vain');
      }
    }
  }
}
