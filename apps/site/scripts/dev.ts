// Serves the site from its sources, with live updates.
import { createServer } from 'vite';
import { readSiteConfig } from '../app/config.ts';
import { readSiteEnvironment } from './environment.ts';
import { runUntilStopped } from './run-script.ts';
import { listenFailure } from './serve-site.ts';
import { SITE_FOLDER } from './site-folder.ts';

process.env['NODE_ENV'] = 'development';

await runUntilStopped(async () => {
  readSiteConfig(process.env);
  const { port } = readSiteEnvironment(process.env);
  // vite.config.ts sets the port.
  const server = await createServer({ root: SITE_FOLDER, logLevel: 'warn' });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw listenFailure(error, port);
  }
  return { address: `http://localhost:${port}`, close: () => server.close() };
});
