import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProcess } from '../child-processes.ts';
import type { TextField } from './text-fields.ts';
import type { XSession } from './x-session.ts';

/** A terminal whose program records its input byte for byte, which shows what a key would do there. */
export class Terminal implements TextField {
  readonly #x: XSession;
  readonly #title: string;
  readonly #inputFile: string;
  readonly #process: RunningProcess;
  /** Offset of the unread input, in bytes. */
  #start = 0;

  private constructor(x: XSession, title: string, inputFile: string, process: RunningProcess) {
    this.#x = x;
    this.#title = title;
    this.#inputFile = inputFile;
    this.#process = process;
  }

  static async open(x: XSession, title = 'Terminal'): Promise<Terminal> {
    const inputFile = join(mkdtempSync(join(x.environment.HOME, 'terminal-')), 'input');
    const recorder = `stty raw -echo; exec cat > '${inputFile}'`;
    const process = x.startProgram('env', 'LC_ALL=C.UTF-8', 'xterm', '-u8', '-T', title, '-e', 'sh', '-c', recorder);
    await x.waitUntil(() => existsSync(inputFile));
    const terminal = new Terminal(x, title, inputFile, process);
    await terminal.focus();
    return terminal;
  }

  async focus(): Promise<void> {
    await this.#x.focusWindow({ name: `^${this.#title}$` });
  }

  /** Returns everything typed or pasted since it was cleared. */
  text(): string {
    return readFileSync(this.#inputFile).subarray(this.#start).toString();
  }

  clear(): void {
    this.#start = statSync(this.#inputFile).size;
  }

  /** Closes its window. */
  async close(): Promise<void> {
    this.#process.signalGroup('SIGTERM');
    await this.#process.ended;
  }
}
