import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { BrowserError } from './browser-error.ts';

/** A program still running after this has opened the page: some run until the browser ends. */
const LIMIT_MS = 3_000;

export interface PageOpenerOptions {
  /** The program that opens an address the way the desktop is configured to. */
  program?: string;
  /** The program's entire environment. */
  environment: Record<string, string>;
}

/** Makes a function that opens pages in the user's browser. It rejects with a `BrowserError` if that fails. */
export function createPageOpener({ program = 'xdg-open', environment }: PageOpenerOptions) {
  return async (url: string): Promise<void> => {
    const opener = spawn(program, [url], { env: environment, stdio: 'ignore', detached: true });
    opener.unref();
    const giveUp = new AbortController();
    const isLate = setTimeout(LIMIT_MS, [0], { signal: giveUp.signal, ref: false });
    try {
      // Rejects if there is no such program.
      const [exitCode] = await Promise.race([once(opener, 'exit'), isLate]);
      if (exitCode !== 0) throw new BrowserError('The page could not be opened in a browser.');
    } catch (error) {
      throw error instanceof BrowserError ? error : new BrowserError('No program that opens web pages was found.');
    } finally {
      giveUp.abort();
      isLate.catch(() => {});
    }
  };
}
