import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** Something could not be started. The message is one plain line, or empty if the program has already reported why. */
export class StartFailure extends Error {}

const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs');

/** Longer than the server takes to finish its calls and jobs and to stop its database. */
const GRACE_MS = 12_000;

/** The processes of one start, which end together. */
export class ProcessGroup {
  readonly #root: string;
  readonly #children = new Set<ChildProcess>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Runs a script of the repository with this Node, showing its output. */
  start(script: string, args: string[], environment: Record<string, string>): ChildProcess {
    return this.#spawn(script, args, environment, 'inherit');
  }

  /**
   * Runs a script and waits until it says that it `is ready`. Throws an empty `StartFailure` if it ends before; it
   * reports why itself.
   */
  async startService(script: string, environment: Record<string, string>, ...nodeOptions: string[]): Promise<void> {
    const child = this.#spawn(script, [], environment, 'pipe', nodeOptions);
    const lines = createInterface({ input: child.stdout! });
    const ended = once(child, 'exit').then(() => {
      throw new StartFailure();
    });
    await Promise.race([sayingReady(lines), ended]);
    // From now on its exit and output don't matter.
    ended.catch(() => {});
    child.stdout!.resume();
  }

  /** Ends all of them, killing those that take too long. */
  async stop(): Promise<void> {
    const living = [...this.#children];
    const ends = living.map((child) => once(child, 'exit'));
    for (const child of living) child.kill('SIGTERM');
    const impatience = setTimeout(() => {
      for (const child of living) child.kill('SIGKILL');
    }, GRACE_MS);
    await Promise.all(ends);
    clearTimeout(impatience);
  }

  #spawn(
    script: string,
    args: string[],
    environment: Record<string, string>,
    output: 'inherit' | 'pipe',
    nodeOptions: readonly string[] = [],
  ): ChildProcess {
    const options = [...nodeOptions, '--import', END_WITH_PARENT];
    const child = spawn(process.execPath, [...options, join(this.#root, script), ...args], {
      env: { ...process.env, ...environment },
      // The IPC channel tells it when this process is gone.
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    this.#children.add(child);
    child.on('exit', () => this.#children.delete(child));
    return child;
  }
}

async function sayingReady(lines: Interface): Promise<void> {
  for (;;) {
    const [line] = await once(lines, 'line');
    if (line.includes(' is ready')) return;
  }
}
