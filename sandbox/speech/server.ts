import { createServer } from 'node:http';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { type Clock, steadyClock } from '../clock.ts';
import { listenOnLocalhost } from '../listen-on-localhost.ts';
import { Accounts } from './accounts.ts';
import { addControl } from './control.ts';
import { HttpRefusal } from './http-refusal.ts';
import { addAssemblyAiToken, assemblyAiStreaming } from './protocols/assemblyai-streaming.ts';
import { addDeepgramAuth } from './protocols/deepgram-auth.ts';
import { deepgramListen } from './protocols/deepgram-listen.ts';
import { addElevenLabsUser, elevenLabsRealtime } from './protocols/elevenlabs-realtime.ts';
import { invalidRequest } from './protocols/openai-errors.ts';
import { openAiRealtime } from './protocols/openai-realtime.ts';
import { addOpenAiText } from './protocols/openai-text.ts';
import { addOpenAiHttp } from './protocols/openai-transcriptions.ts';
import { sonioxRealtime } from './protocols/soniox-realtime.ts';
import { type SocketProtocol, Sockets } from './sockets.ts';

/** A running speech sandbox. */
export interface SpeechSandbox {
  readonly port: number;
  readonly accounts: Accounts;
  /** Ends all sessions and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a speech sandbox on a port of `localhost`; port 0 takes any free one.
 *
 * @throws the system's error, with code `EADDRINUSE` if the port is taken
 */
export async function startSpeechSandbox(port: number, clock: Clock = steadyClock): Promise<SpeechSandbox> {
  const accounts = new Accounts(clock);
  const sockets = new Sockets(
    accounts,
    clock,
    new Map<string, SocketProtocol>([
      ['/v1/realtime', openAiRealtime],
      ['/v1/listen', deepgramListen],
      ['/v1/transcribe-websocket', sonioxRealtime],
      ['/v1/ws', assemblyAiStreaming],
      ['/v1/speech-to-text/realtime', elevenLabsRealtime],
    ]),
  );
  const app = Fastify();
  await app.register(multipart);
  addControl(app, accounts, clock);
  addOpenAiHttp(app, accounts, clock);
  addOpenAiText(app, accounts, clock);
  addDeepgramAuth(app, accounts, clock);
  addAssemblyAiToken(app, accounts, clock);
  addElevenLabsUser(app, accounts, clock);
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof HttpRefusal) return reply.status(error.status).send(error.body);
    throw error;
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ error: invalidRequest(`Invalid URL (${request.method} ${request.url})`, null) }),
  );
  await app.ready();

  const listener = await listenOnLocalhost(port, () => {
    const server = createServer((request, response) => app.routing(request, response));
    server.on('upgrade', (request, stream, head) => sockets.upgrade(request, stream, head));
    return { server, endConnections: () => server.closeAllConnections() };
  });
  const close = async () => {
    accounts.forgetAll();
    await listener.close();
    await app.close();
  };
  return { port: listener.port, accounts, close };
}
