import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSiteApp } from './site-app.ts';

/** The IPv4 and IPv6 addresses of `localhost`. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** Error codes if the system lacks such an address. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The site can't be served. The message is one line for the user. */
class ServeFailure extends Error {}

/** A running server of the site. */
export interface ServedSite {
  /** Such as `http://localhost:3000`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves a build on every `localhost` address of the machine.
 *
 * @param folder the build's folder
 * @param port 0: any free port
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

/** Returns a ServeFailure if the port is taken or not permitted; any other error unchanged. */
export function listenFailure(error: unknown, port: number): unknown {
  const code = codeOf(error);
  // Vite's error has no code.
  if (code === 'EADDRINUSE' || /already in use/.test(String(error))) {
    return new ServeFailure(`Port ${port} is taken. Stop what listens there, or set SITE_PORT to another port.`);
  }
  if (code === 'EACCES') {
    return new ServeFailure(`This user may not use port ${port}. Set SITE_PORT to 1024 or higher.`);
  }
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
