// Builds the site. Fails before writing anything if the configuration is missing or invalid.
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
