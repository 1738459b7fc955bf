import type { SiteConfig } from '../app/config.ts';
import { finishBuild } from './finish-build.ts';
import { buildByReactRouter } from './react-router-build.ts';

/** The site could not be built; why, the build has said itself. */
class BuildFailure extends Error {}

/** Builds the site into a folder: `client` holds the files to be served; beside it is what a web server must know. */
export async function buildSite(folder: string, config: SiteConfig): Promise<void> {
  if (!(await buildByReactRouter(folder))) throw new BuildFailure();
  finishBuild(folder, config);
}
