import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BundledDatabaseOptions } from '../bundled-database.ts';

const PROGRAM = join(import.meta.dirname, 'owner-program.ts');

const running = new Set<OwnerProcess>();

/** A separate process that owns a bundled database. See `owner-program.ts` for what it prints. */
export class OwnerProcess {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #lines: string[] = [];
  #wake: () => void = () => {};

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.pid = child.pid!;
    this.#closed = once(child, 'close');
    createInterface({ input: child.stdout! }).on('line', (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    running.add(this);
  }

  /** @param command what to start it with, for example `setpriv …` to run as another user */
  static start(
    options: BundledDatabaseOptions,
    task: 'serve' | 'insert' = 'serve',
    command: string[] = [],
  ): OwnerProcess {
    const [program, ...args] = [...command, process.execPath, PROGRAM, JSON.stringify(options), task];
    return new OwnerProcess(spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  }

  /** Resolves with a line of its output, counted from 0, once it is printed. */
  async line(index: number): Promise<string> {
    while (this.#lines.length <= index) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#lines[index]!;
  }

  /** Kills it without warning. Resolves with everything it had printed. */
  async kill(): Promise<readonly string[]> {
    running.delete(this);
    this.#child.kill('SIGKILL');
    await this.#closed;
    return this.#lines;
  }
}

/** Kills all those that a test has left running. */
export async function killOwners(): Promise<void> {
  await Promise.all([...running].map((owner) => owner.kill()));
}
