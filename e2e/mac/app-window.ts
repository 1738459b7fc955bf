import { setTimeout as wait } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright-core';

const POLL_MS = 50;
const OPENS_WITHIN_MS = 30_000;

/**
 * Resolves with the app's window that shows a page, such as `onboarding`, once it is open. Windows are identified by their addresses:
 * the first one to open is the microphone's, which is hidden. Rejects after 30 s.
 */
export async function windowShowing(electron: Pick<ElectronApplication, 'windows'>, name: string): Promise<Page> {
  const address = `app://windows/${name}/`;
  for (let waitedMs = 0; waitedMs < OPENS_WITHIN_MS; waitedMs += POLL_MS) {
    const page = electron.windows().find((opened) => opened.url() === address);
    if (page) return page;
    await wait(POLL_MS);
  }
  const opened = electron.windows().map((page) => page.url());
  throw new Error(`No window shows ${address}. Open: ${opened.join(', ') || 'none'}.`);
}
