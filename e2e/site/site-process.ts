import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { ROOT, RunningProcess } from '../child-processes.ts';
import { API_URL, SANDBOX_URL, SITE_URL } from './addresses.ts';

/** What the site of these tests is built with: the same as under `npm start`. */
export const SITE_VARIABLES = {
  VITE_API_BASE_URL: API_URL,
  VITE_SITE_URL: SITE_URL,
  VITE_SUPPORT_EMAIL: 'support@localhost.localdomain',
  VITE_PAYMENT_LINK: `${SANDBOX_URL}/payments/link/standard`,
  VITE_STANDARD_PRICE_ID: 'price_sandbox_standard',
  VITE_STANDARD_UNIT_AMOUNT: '1999',
};

/** Builds the site, unless a build of the same is there. Resolves to its folder. */
export async function buildSite(variables: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['apps/site/scripts/prepare.ts'], {
    cwd: ROOT,
    env: { ...SITE_VARIABLES, ...variables },
  });
  return stdout.trim();
}

/** The site, served as a process of its own. */
export interface SiteProcess {
  /** Where it listens, such as `http://localhost:3000`. */
  url: string;
  /** The folder of the build that is served. */
  folder: string;
  stop(): Promise<void>;
}

/** Builds the site where that is needed, and serves it on a free port. It is killed after the tests at the latest. */
export async function startSite(): Promise<SiteProcess> {
  const folder = await buildSite();
  const running = RunningProcess.start(process.execPath, ['apps/site/scripts/serve.ts'], {
    cwd: ROOT,
    env: { SITE_BUILD_DIR: folder, SITE_PORT: '0' },
  });
  const url = await vi.waitUntil(() => /site is ready on (http:\S+)/.exec(running.stdout)?.[1], {
    timeout: 20_000,
    interval: 20,
  });
  return {
    url,
    folder,
    async stop() {
      running.signal('SIGTERM');
      await running.ended;
    },
  };
}
