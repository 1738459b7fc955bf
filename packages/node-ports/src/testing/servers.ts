import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a free port of the loopback address and returns the port. The server stops after the test. */
export async function listen(server: Server): Promise<number> {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const connection of connections) connection.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy for tests. Whatever the requested destination, it connects to one port of this machine. */
export interface TestProxy {
  url: string;
  /** The requested destinations, in order. */
  destinations: string[];
  /** The `Proxy-Authorization` headers received, in order. */
  authorizations: (string | undefined)[];
}

/** Starts a proxy that answers every CONNECT with `status`, and connects to `port` if that is 200. */
export async function startProxy(port: number, status = 200, server = http.createServer()): Promise<TestProxy> {
  const destinations: string[] = [];
  const authorizations: (string | undefined)[] = [];
  server.on('connect', (request, client: Socket) => {
    destinations.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  const scheme = server instanceof https.Server ? 'https' : 'http';
  return { url: `${scheme}://127.0.0.1:${await listen(server)}`, destinations, authorizations };
}

/** Lets the event loop turn, so that data written by one side reaches the other before more is written. */
export async function pieceToArrive(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
}
