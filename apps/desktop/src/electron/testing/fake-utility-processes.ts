import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { UtilityProcesses } from '../recognizer-process.ts';

/**
 * Mirrors `utilityProcess`. Names in backticks cite `UtilityProcess` in electron.d.ts; "source" is Electron's, version
 * 43: `lib/browser/api/utility-process.ts` and `shell/browser/api/electron_api_utility_process.cc`.
 */
export class FakeUtilityProcesses implements UtilityProcesses {
  readonly processes: FakeUtilityProcess[] = [];
  isAppReady = true;

  /** electronjs.org/docs/latest/api/utility-process, `fork`: only once the app is ready. The error: source. */
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
  /** `ForkOptions.env`: the app's environment by default. That an empty one counts as none: source. */
  readonly env: Record<string, string | undefined>;
  /** `pid`: undefined until it has spawned, and again once it has exited. */
  pid: number | undefined;
  /** Messages that its program received from the app. */
  readonly heard: unknown[] = [];
  #isOver = false;
  #isKilled = false;
  /** Not received yet: the program isn't listening. */
  #waiting: unknown[] = [];

  constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
    super();
    this.modulePath = modulePath;
    this.args = args;
    this.options = options;
    const given = options.env as Record<string, string> | undefined;
    this.env = given && Object.keys(given).length > 0 ? given : process.env;
  }

  /**
   * Starts it, and its program listens. `spawn`: emitted once it has spawned. Earlier messages aren't lost (source).
   */
  spawn(): void {
    this.pid = 4_711;
    this.emit('spawn');
    this.heard.push(...this.#waiting.splice(0));
  }

  /** Sends a message from its program. `message`. */
  say(message: unknown): void {
    this.emit('message', structuredClone(message));
  }

  /**
   * Ends it, on its own or because it was killed. `exit`: with the code, which is 0 if it was killed (source). Electron
   * has emitted it twice (electron/electron#44012).
   */
  exit(code = 0, times = 1): void {
    this.pid = undefined;
    this.#isOver = true;
    for (let time = 0; time < times; time += 1) this.emit('exit', this.#isKilled ? 0 : code);
  }

  /** `postMessage`: messages are cloned. Those to a process that has ended go nowhere: source. */
  postMessage(message: unknown): void {
    if (this.#isOver) return;
    const target = this.pid === undefined ? this.#waiting : this.heard;
    target.push(structuredClone(message));
  }

  /**
   * `kill`: false if it couldn't be killed, such as before it has spawned (source). It sends a signal: `exit` comes
   * only after the process has ended.
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
