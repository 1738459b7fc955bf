import { BrowserError } from './browser-error.ts';
import { findProgram } from './find-program.ts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the system's Chromium in the folders of a PATH. Rejects with a `BrowserError` where there is none. */
export async function findChromium(path: string): Promise<string> {
  const program = await findProgram(path, PROGRAMS);
  if (program !== undefined) return program;
  throw new BrowserError(
    "The windows need Chromium, which isn't installed. Install the chromium package, then start again.",
  );
}
