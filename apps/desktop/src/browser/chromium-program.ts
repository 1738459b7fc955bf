import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { BrowserError } from './browser-error.ts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the system's Chromium in the folders of a PATH. Rejects with a `BrowserError` where there is none. */
export async function findChromium(path: string): Promise<string> {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  for (const program of PROGRAMS) {
    for (const folder of folders) {
      const file = join(folder, program);
      if (await isProgram(file)) return file;
    }
  }
  throw new BrowserError(
    "The windows need Chromium, which isn't installed. Install the chromium package, then start again.",
  );
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
