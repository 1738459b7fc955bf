// One site for all files of the project. Runs outside of tests, whose hooks end the processes that `startSite` starts.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../repository.ts';
import { buildSite } from './site-build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The served site. */
    sharedSite: { url: string; folder: string };
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
  project.provide('sharedSite', { url, folder });
  return async () => {
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
