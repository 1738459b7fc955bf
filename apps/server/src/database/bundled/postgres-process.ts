import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { failureIn } from './failure-line.ts';
import type { ProgramLauncher } from './program-launcher.ts';

/** A `postgres` ended before it took connections. The message is what it said last, without a line's time and number. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * How long it may take to end in order. Then it is ended as by a power failure: nothing that was committed is lost by that
 * either, and the next start makes up for it.
 */
export const STOP_TIMEOUT_MS = 5_000;

/** A running `postgres`. */
export class PostgresProcess {
  /** Resolves when it takes connections. Rejects with a `StartError` if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended, with how: a signal's name, or `exit code 1`. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;

  /** @param onLog called with each line that it logs */
  constructor(launcher: ProgramLauncher, program: string, args: readonly string[], onLog: (line: string) => void) {
    const child = launcher.spawn(program, args);
    this.#child = child;
    child.stdin!.on('error', () => {}).end();
    child.stdout!.resume();
    const isReady = Promise.withResolvers<void>();
    this.ready = isReady.promise;
    this.ready.catch(() => {});
    let failure: string | undefined;
    let last = '';
    createInterface({ input: child.stderr! }).on('line', (line) => {
      // What it says itself: a probe by connecting might reach another one.
      if (line.includes('database system is ready to accept connections')) isReady.resolve();
      failure ??= failureIn(line);
      last = line;
      onLog(line);
    });
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        isReady.reject(new StartError(failure ?? (last || how)));
        resolve(how);
      };
      child.once('error', (error) => end(error.message));
      child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Ends it: open transactions are rolled back, everything else is on disk. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    const impatience = setTimeout(() => this.#child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(impatience);
  }
}
