// Serves the latest build of the site.
import { resolve } from 'node:path';
import { readSiteEnvironment } from './environment.ts';
import { runUntilStopped } from './run-script.ts';
import { serveSite } from './serve-site.ts';
import { SITE_FOLDER } from './site-folder.ts';

await runUntilStopped(async () => {
  const { port, buildFolder } = readSiteEnvironment(process.env);
  return serveSite(resolve(SITE_FOLDER, buildFolder), port);
});
