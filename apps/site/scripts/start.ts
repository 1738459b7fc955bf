// Builds the site if needed, and serves it.
import { ensureBuild } from './ensure-build.ts';
import { readSiteEnvironment } from './environment.ts';
import { runUntilStopped } from './run-script.ts';
import { serveSite } from './serve-site.ts';

await runUntilStopped(async () => {
  const { port } = readSiteEnvironment(process.env);
  return serveSite(await ensureBuild(), port);
});
