import { vi } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { ROOT } from '../repository.ts';
import { buildSite } from './site-build.ts';

/** The site, served by its own process. */
export interface SiteProcess {
  /** Its address, such as `http://localhost:3000`. */
  url: string;
  /** The folder of the build that is served. */
  folder: string;
  stop(): Promise<void>;
}

/** Builds the site if needed, and serves it on a free port. It is killed after the tests at the latest. */
export async function startSite(): Promise<SiteProcess> {
  const folder = await buildSite();
  const running = RunningProcess.start(process.execPath, ['apps/site/scripts/serve.ts'], {
    cwd: ROOT,
    env: { SITE_BUILD_DIR: folder, SITE_PORT: '0' },
  });
  const url = await vi.waitUntil(() => /site is ready on (http:\S+)/.exec(running.stdout)?.[1], {
    timeout: 300_000,
    interval: 50,
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
