import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { Accounts } from './accounts.ts';
import { type Clock, systemClock } from './clock.ts';
import { addControl } from './control.ts';
import { addDeepgramAuth } from './protocols/deepgram-auth.ts';
import { deepgramListen } from './protocols/deepgram-listen.ts';
import { invalidRequest, OpenAiRefusal } from './protocols/openai-errors.ts';
import { openAiRealtime } from './protocols/openai-realtime.ts';
import { addOpenAiHttp } from './protocols/openai-transcriptions.ts';
import { Sockets } from './sockets.ts';

/** The two addresses of `localhost`. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** What the system says where it has no such address. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** A speech sandbox that is running. */
export interface SpeechSandbox {
  readonly port: number;
  readonly accounts: Accounts;
  /** Ends all sessions and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a speech sandbox on a port of `localhost`; port 0 takes any free one.
 *
 * @throws the system's error, with code `EADDRINUSE` where the port is taken
 */
export async function startSpeechSandbox(port: number, clock: Clock = systemClock): Promise<SpeechSandbox> {
  const accounts = new Accounts(clock);
  const sockets = new Sockets(
    accounts,
    clock,
    new Map([
      ['/v1/realtime', openAiRealtime],
      ['/v1/listen', deepgramListen],
    ]),
  );
  const app = Fastify();
  await app.register(multipart);
  addControl(app, accounts, clock);
  addOpenAiHttp(app, accounts, clock);
  addDeepgramAuth(app, accounts, clock);
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof OpenAiRefusal) return reply.status(error.status).send({ error: error.error });
    throw error;
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ error: invalidRequest(`Invalid URL (${request.method} ${request.url})`, null) }),
  );
  await app.ready();

  const servers: Server[] = [];
  const close = async () => {
    accounts.forgetAll();
    await Promise.all(servers.map(stop));
    await app.close();
  };
  try {
    for (const address of ADDRESSES) {
      const server = createServer((request, response) => app.routing(request, response));
      server.on('upgrade', (request, stream, head) => sockets.upgrade(request, stream, head));
      if (await listen(server, address, portOf(servers[0]) ?? port)) servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port: portOf(servers[0])!, accounts, close };
}

/** Resolves to whether the machine has the address. */
function listen(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (NO_SUCH_ADDRESS.has(error.code ?? '')) resolve(false);
      else reject(error);
    });
    server.listen({ host: address, port }, () => resolve(true));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server | undefined): number | undefined {
  return (server?.address() as AddressInfo | null | undefined)?.port;
}
