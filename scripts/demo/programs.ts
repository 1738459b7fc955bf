import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** The recording can't be made. The message says why and what to do. */
export class DemoFailure extends Error {}

/** What the recording needs of the system: each program, and the package of Debian and Ubuntu that brings it. */
const PACKAGES = {
  chromium: 'chromium',
  'espeak-ng': 'espeak-ng',
  ffmpeg: 'ffmpeg',
  openbox: 'openbox',
  xdotool: 'xdotool',
  Xvfb: 'xvfb',
};

const execute = promisify(execFile);
const stopping = new AbortController();

/** Ends what `run` runs, now and later. */
export function stopRunning(): void {
  stopping.abort();
}

/** Throws `DemoFailure` where a program is missing. */
export function requirePrograms(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name).join(' ');
  throw new DemoFailure(`Some programs are missing. On Debian or Ubuntu: sudo apt-get install ${packages}`);
}

/** Runs a program to its end. Resolves with what it wrote to stdout. Rejects with `DemoFailure` where it fails. */
export async function run(program: string, args: readonly string[], environment: Record<string, string> = {}) {
  try {
    const env = { ...process.env, ...environment };
    const { stdout } = await execute(program, args, { env, signal: stopping.signal, killSignal: 'SIGKILL' });
    return stdout;
  } catch (error) {
    throw new DemoFailure(`${program} failed: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

/** A program that runs until it is ended. */
export class Program {
  readonly #child: ChildProcess;
  readonly #output: Readable;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, output: Readable) {
    this.#child = child;
    this.#output = output;
    this.#ended = once(child, 'exit');
  }

  /** Starts it in a process group of its own, out of reach of Ctrl-C, with one of its outputs to be read. */
  static start(
    program: string,
    args: readonly string[],
    environment: Record<string, string> = {},
    output: 'stdout' | 'stderr' = 'stdout',
  ): Program {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, detached: true });
    child.stdin.end();
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    return new Program(child, child[output]);
  }

  /** Resolves with the first line of its output that fits. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    for await (const line of createInterface({ input: this.#output })) {
      const match = pattern.exec(line);
      if (!match) continue;
      // What it says later is of no interest, but must go somewhere.
      this.#output.resume();
      return match;
    }
    throw new DemoFailure(`${this.#child.spawnfile} ended too early.`);
  }

  async end(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
