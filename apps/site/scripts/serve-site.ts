import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSiteApp } from './site-app.ts';

/** The two addresses of `localhost`. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** What the system says if it has no such address. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The site can't be served. The message is one plain line. */
class ServeFailure extends Error {}

/** A site that is served. */
export interface ServedSite {
  /** Such as `http://localhost:3000`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves a build at each address of `localhost` that the machine has.
 *
 * @param folder the build's folder
 * @param port 0 takes any free one
 * @throws ServeFailure
 */
export async function serveSite(folder: string, port: number): Promise<ServedSite> {
  if (!existsSync(join(folder, 'pages.json'))) {
    throw new ServeFailure('The site is not built yet: npm run build -w apps/site');
  }
  const apps: FastifyInstance[] = [];
  const close = async () => {
    await Promise.all(apps.map((app) => app.close()));
  };
  let taken = port;
  for (const host of ADDRESSES) {
    const app = await createSiteApp(folder);
    apps.push(app);
    try {
      await app.listen({ host, port: taken });
      taken = (app.server.address() as AddressInfo).port;
    } catch (error) {
      if (NO_SUCH_ADDRESS.has(codeOf(error))) continue;
      await close();
      throw listenFailure(error, taken);
    }
  }
  return { address: `http://localhost:${taken}`, close };
}

/** The error to report if a port can't be listened on; any other error as it is. */
export function listenFailure(error: unknown, port: number): unknown {
  const code = codeOf(error);
  // Vite's has no code.
  if (code === 'EADDRINUSE' || /already in use/.test(String(error))) {
    return new ServeFailure(`Port ${port} is taken. Stop what listens there, or set SITE_PORT to another port.`);
  }
  if (code === 'EACCES') {
    return new ServeFailure(`Port ${port} is not for this user. Set SITE_PORT to one from 1024 on.`);
  }
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
