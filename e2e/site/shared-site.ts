// One site and one browser for all files of the project; each test has its own browser context. Runs outside of tests, whose
// hooks end the processes that `startSite` starts.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { HEADLESS_CHROMIUM } from '../headless-chromium.ts';
import { ROOT } from '../repository.ts';
import { chromiumArguments, SITE_URL } from './addresses.ts';
import { buildSite } from './site-build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The served site, and where to connect to the browser that finds it at `SITE_URL`. */
    sharedSite: { url: string; folder: string; browser: string };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await buildSite();
  const serving = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', 'apps/site/scripts/serve.ts'], {
    cwd: ROOT,
    env: { SITE_BUILD_DIR: folder, SITE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await readAddress(serving);
  const browser = await chromium.launchServer({
    executablePath: HEADLESS_CHROMIUM,
    args: chromiumArguments({ [SITE_URL]: url }),
  });
  project.provide('sharedSite', { url, folder, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    serving.kill();
    await once(serving, 'exit');
  };
}

/** Rejects if it exits without reporting its address. */
async function readAddress({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The site does not start.');
}
