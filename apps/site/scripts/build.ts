// Builds the site, unless what it is to be built with is missing or invalid: then nothing is written.
import { resolve } from 'node:path';
import { readSiteConfig } from '../app/config.ts';
import { buildSite } from './build-site.ts';
import { readSiteEnvironment } from './environment.ts';
import { SITE_FOLDER } from './site-folder.ts';

process.once('SIGTERM', () => process.exit(143));
try {
  const config = readSiteConfig(process.env);
  await buildSite(resolve(SITE_FOLDER, readSiteEnvironment(process.env).buildFolder), config);
} catch (error) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  if (message !== '') console.error(message);
  process.exit(1);
}
