import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { failureIn } from './failure-line.ts';
import type { ProgramLauncher } from './program-launcher.ts';

/**
 * A `postgres` ended before it accepted connections. The message is its first error, without the line's time and
 * process id, else its last line.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * How long an orderly shutdown may take. After that it is ended as if by a power failure, which loses nothing that was
 * committed either: the next start recovers.
 */
export const STOP_TIMEOUT_MS = 5_000;

/** A running `postgres`. */
export class PostgresProcess {
  /** Resolves once it accepts connections. Rejects with a `StartError` if it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves once it has ended, with how: a signal's name, or `exit code 1`. */
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
      // Its own message: a probing connection might reach another server.
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

  /** Stops it: open transactions are rolled back, everything else is on disk. Resolves once it has ended. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    const impatience = setTimeout(() => this.#child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(impatience);
  }
}
