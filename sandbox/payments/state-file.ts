import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account, AccountSnapshot } from './account.ts';

/** Stores an account in a file, so that it persists across restarts. */
export class StateFile {
  readonly #file: string;
  readonly #account: Account;
  #due: NodeJS.Immediate | undefined;

  constructor(file: string, account: Account) {
    this.#file = file;
    this.#account = account;
  }

  /** Restores the account from the file; returns whether there was a readable one. */
  load(): boolean {
    try {
      const snapshot: AccountSnapshot = JSON.parse(readFileSync(this.#file, 'utf8'));
      this.#account.restore(snapshot);
      return true;
    } catch {
      return false;
    }
  }

  /** Schedules a write, once for all changes in a turn of the event loop. */
  changed(): void {
    this.#due ??= setImmediate(() => this.save());
  }

  /** Writes the file now, atomically. */
  save(): void {
    clearImmediate(this.#due);
    this.#due = undefined;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify(this.#account.snapshot()));
    renameSync(temporary, this.#file);
  }
}
