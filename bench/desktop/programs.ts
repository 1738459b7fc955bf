import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** System programs that the measurements need. */
const NEEDED = ['Xvfb', 'openbox', 'chromium'];

/** Returns the needed programs that are missing. */
export function missingPrograms(): string[] {
  return NEEDED.filter((program) => spawnSync('which', [program]).status !== 0);
}

/** Running programs. None outlives this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program that runs until it is ended. */
export class Program {
  readonly pid: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.pid = child.pid!;
    running.add(child);
    child.once('exit', () => running.delete(child));
  }

  static start(program: string, args: readonly string[], environment: Record<string, string> = {}): Program {
    const env = { ...process.env, ...environment };
    return new Program(spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] }));
  }

  /** Resolves with the first line on stdout that matches. Rejects if the program ends before. */
  async line(pattern: RegExp): Promise<string> {
    const lines = createInterface({ input: this.#child.stdout! });
    for await (const line of lines) if (pattern.test(line)) return line;
    throw new Error(`${this.#child.spawnfile} ended too early.`);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
