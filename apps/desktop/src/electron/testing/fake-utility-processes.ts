import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { UtilityProcesses } from '../recognizer-process.ts';

/**
 * Mirrors `utilityProcess`. What is quoted by a name is `UtilityProcess` in electron.d.ts; "source" is Electron's, of 43:
 * `lib/browser/api/utility-process.ts` and `shell/browser/api/electron_api_utility_process.cc`.
 */
export class FakeUtilityProcesses implements UtilityProcesses {
  readonly processes: FakeUtilityProcess[] = [];
  isAppReady = true;

  /** electronjs.org/docs/latest/api/utility-process, `fork`: only when the app is ready. The error: source. */
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): Electron.UtilityProcess {
    if (!this.isAppReady) throw new TypeError('utilityProcess cannot be created before app is ready.');
    const process = new FakeUtilityProcess(modulePath, args, options);
    this.processes.push(process);
    return process as unknown as Electron.UtilityProcess;
  }
}

export class FakeUtilityProcess extends EventEmitter {
  readonly modulePath: string;
  readonly args: string[];
  readonly options: Electron.ForkOptions;
  /** `ForkOptions.env`: the app's environment unless it is given. That an empty one counts as none: source. */
  readonly env: Record<string, string | undefined>;
  /** `pid`: undefined until it has spawned, and again when it has exited. */
  pid: number | undefined;
  /** What its program got from the app. */
  readonly heard: unknown[] = [];
  #isOver = false;
  #isKilled = false;
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

  /** It runs, and its program listens. `spawn`: emitted once it has spawned. Earlier messages are not lost (source). */
  spawn(): void {
    this.pid = 4_711;
    this.emit('spawn');
    this.heard.push(...this.#waiting.splice(0));
  }

  /** Its program says something. `message`. */
  say(message: unknown): void {
    this.emit('message', structuredClone(message));
  }

  /**
   * It ends, by itself or because it was killed. `exit`: with the code, which is 0 for one that was killed (source).
   * Electron has told so twice (electron/electron#44012).
   */
  exit(code = 0, times = 1): void {
    this.pid = undefined;
    this.#isOver = true;
    for (let time = 0; time < times; time += 1) this.emit('exit', this.#isKilled ? 0 : code);
  }

  /** `postMessage`: what is sent is cloned. To one that is gone, it goes nowhere: source. */
  postMessage(message: unknown): void {
    if (this.#isOver) return;
    const target = this.pid === undefined ? this.#waiting : this.heard;
    target.push(structuredClone(message));
  }

  /**
   * `kill`: false if it could not be killed, as before it has spawned (source). It is a signal: `exit` comes only after
   * the process has ended.
   */
  kill(): boolean {
    if (this.pid === undefined) return false;
    this.#isKilled = true;
    setImmediate(() => {
      if (!this.#isOver) this.exit();
    });
    return true;
  }
}
