import type { AddressInfo, Server } from 'node:net';

/** The two addresses of `localhost`. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** The system's error codes for an address that it doesn't have. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** A server for one of the addresses. */
export interface LocalServer {
  readonly server: Server;
  /** Closes open connections. */
  endConnections(): void;
}

/** Servers that listen on one port of `localhost`. */
export interface Listener {
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Listens on each address of `localhost` that the machine has, with one server per address; port 0 means any free port.
 *
 * @throws the system's error, with code `EADDRINUSE` if the port is taken
 */
export async function listenOnLocalhost(port: number, createServer: () => LocalServer): Promise<Listener> {
  const servers: LocalServer[] = [];
  const close = async () => {
    await Promise.all(servers.map(stop));
  };
  try {
    for (const address of ADDRESSES) {
      const server = createServer();
      if (await listen(server.server, address, portOf(servers[0]) ?? port)) servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port: portOf(servers[0])!, close };
}

/** Listens on an address. Resolves with false if the machine doesn't have it. */
function listen(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (NO_SUCH_ADDRESS.has(error.code ?? '')) resolve(false);
      else reject(error);
    });
    server.listen({ host: address, port }, () => resolve(true));
  });
}

function stop({ server, endConnections }: LocalServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    endConnections();
  });
}

function portOf(local: LocalServer | undefined): number | undefined {
  return (local?.server.address() as AddressInfo | null | undefined)?.port;
}
