import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { killAfterTests } from './after-tests.ts';

export interface Ended {
  /** As a shell reports it: 128 plus the signal's number if a signal ended the process. */
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A process in its own process group. */
export class RunningProcess {
  readonly pid: number;
  /** Resolves once the process has ended and its output is complete. */
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #output = { stdout: '', stderr: '' };

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.pid = child.pid!;
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        this.#output[stream] += text;
      });
    }
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        resolve({ exitCode: code ?? 128 + constants.signals[signal!], ...this.#output });
      });
    });
  }

  /** Starts a program with only these variables. It is killed with its children, at the latest after the tests. */
  static start(program: string, args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'>): RunningProcess {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const running = new RunningProcess(child);
    child.once('close', killAfterTests(running));
    return running;
  }

  /** The output on stdout so far. */
  get stdout(): string {
    return this.#output.stdout;
  }

  /** The output on stderr so far. */
  get stderr(): string {
    return this.#output.stderr;
  }

  /** Sends a signal only to this process, as `kill` does. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal to the whole group, as a terminal does on Ctrl-C. Returns whether there was any process. */
  signalGroup(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.pid, signal);
    } catch {
      return false;
    }
  }

  /** Kills it with all its children. */
  kill(): void {
    this.signalGroup('SIGKILL');
  }

  /** The command lines of all processes in the group, according to `ps`. */
  commandLines(): string[] {
    const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pgid=,args='], { encoding: 'utf8' });
    const lines = stdout.split('\n').map((line) => /^ *(\d+) (.*)$/.exec(line));
    return lines.flatMap((line) => (line?.[1] === String(this.pid) ? [line[2]!] : []));
  }

  /** Whether any process of the group is left. */
  get isAnyoneLeft(): boolean {
    return this.signalGroup(0);
  }
}
