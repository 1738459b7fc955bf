import type { SiteConfig } from '../app/config.ts';
import { finishBuild } from './finish-build.ts';
import { buildByReactRouter } from './react-router-build.ts';

/** The build failed. The message is empty, since the build has already printed the reason. */
class BuildFailure extends Error {}

/** Builds the site into a folder: files to serve in `client`, data and configuration for web servers beside it. */
export async function buildSite(folder: string, config: SiteConfig): Promise<void> {
  if (!(await buildByReactRouter(folder))) throw new BuildFailure();
  finishBuild(folder, config);
}
