// Builds the site, unless what it is to be built with is missing or invalid: then nothing is written.
import { resolve } from 'node:path';
import { readSiteConfig } from '../app/config.ts';
import { buildSite } from './build-site.ts';
import { readSiteEnvironment } from './environment.ts';
import { runToEnd } from './run-script.ts';
import { SITE_FOLDER } from './site-folder.ts';

await runToEnd(async () => {
  const config = readSiteConfig(process.env);
  await buildSite(resolve(SITE_FOLDER, readSiteEnvironment(process.env).buildFolder), config);
});
