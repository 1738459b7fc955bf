import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { UtilityProcesses } from '../recognizer-process.ts';

/**
 * Mirrors `utilityProcess` as Electron 43 documents it, and as its source has it where that is silent: processes come up
 * only in a while, and can't be killed before; what is sent meanwhile waits; without an environment they get the app's.
 */
export class SimulatedUtilityProcesses implements UtilityProcesses {
  readonly processes: SimulatedUtilityProcess[] = [];
  isAppReady = true;

  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): Electron.UtilityProcess {
    if (!this.isAppReady) throw new TypeError('utilityProcess cannot be created before app is ready.');
    const process = new SimulatedUtilityProcess(modulePath, args, options);
    this.processes.push(process);
    return process as unknown as Electron.UtilityProcess;
  }
}

export class SimulatedUtilityProcess extends EventEmitter {
  readonly modulePath: string;
  readonly args: string[];
  readonly options: Electron.ForkOptions;
  readonly env: Record<string, string | undefined>;
  pid: number | undefined;
  /** What its program got from the app. */
  readonly heard: unknown[] = [];
  #isOver = false;
  /** Not heard yet: the program has not begun to listen. */
  #waiting: unknown[] = [];

  constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
    super();
    this.modulePath = modulePath;
    this.args = args;
    this.options = options;
    const given = options.env as Record<string, string> | undefined;
    this.env = given && Object.keys(given).length > 0 ? given : process.env;
  }

  /** It runs, and its program listens. */
  spawn(): void {
    this.pid = 4_711;
    this.emit('spawn');
    this.heard.push(...this.#waiting.splice(0));
  }

  /** Its program says something. */
  say(message: unknown): void {
    this.emit('message', structuredClone(message));
  }

  /** It ends, by itself or because it was killed. Electron has told so twice (electron/electron#44012). */
  exit(code: number, times = 1): void {
    this.pid = undefined;
    this.#isOver = true;
    for (let time = 0; time < times; time += 1) this.emit('exit', code);
  }

  postMessage(message: unknown): void {
    if (this.#isOver) throw new Error('A message was sent to a process that is gone.');
    const target = this.pid === undefined ? this.#waiting : this.heard;
    target.push(structuredClone(message));
  }

  kill(): boolean {
    if (this.pid === undefined) return false;
    this.exit(0);
    return true;
  }
}
