import type { Agent, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  NetworkFailure,
  type WebSocketConnection,
  type WebSocketEnd,
  type WebSocketListener,
  type WebSocketRequest,
} from '@workspace/speech/transport';
import { WebSocket } from 'ws';
import { resetConnection } from './connection-agent.ts';
import { joinedHeaders } from './http-exchange.ts';
import { networkFailure } from './network-failure.ts';

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Maximum length of a refusal's body that is passed on. */
const MAX_REFUSAL_CHARACTERS = 4_096;

/** How long the server may take to answer a close frame, or to disconnect after its own. (Missing in `@types/ws`.) */
const CLOSING = { closeTimeout: 2_000 };

/** A WebSocket over a connection of an agent. Redirects are not followed. */
export class NodeWebSocket implements WebSocketConnection {
  /** Undefined if the address or the headers were invalid. */
  readonly #socket: WebSocket | undefined;
  /** Undefined once the socket has ended. */
  #listener: WebSocketListener | undefined;
  /** The underlying connection of an open socket. */
  #connection: Duplex | undefined;

  constructor(request: WebSocketRequest, listener: WebSocketListener, agent: Agent) {
    this.#listener = listener;
    try {
      this.#socket = new WebSocket(new URL(request.url), {
        headers: request.headers,
        agent,
        perMessageDeflate: false,
        maxPayload: MAX_MESSAGE_BYTES,
        ...CLOSING,
      });
      this.#listenTo(this.#socket);
    } catch (error) {
      queueMicrotask(() => this.#end({ type: 'failed', failure: networkFailure(error) }));
    }
  }

  get bufferedBytes(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  send(data: string | Uint8Array): void {
    this.#socket?.send(data);
  }

  ping(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  close(): void {
    this.#listener = undefined;
    this.#socket?.close(1000);
  }

  terminate(): void {
    this.#listener = undefined;
    if (this.#connection !== undefined) resetConnection(this.#connection);
    this.#socket?.terminate();
  }

  #listenTo(socket: WebSocket): void {
    socket.on('upgrade', (response) => {
      this.#connection = response.socket;
    });
    socket.on('open', () => this.#listener?.onOpen());
    socket.on('message', (data, isBinary) => {
      // With the default `binaryType`, all data arrives as buffers.
      this.#listener?.onMessage(isBinary ? (data as Buffer) : data.toString());
    });
    socket.on('pong', () => this.#listener?.onPong());
    socket.on('unexpected-response', (_, response) => this.#readRefusal(response));
    socket.on('error', (error) => this.#end({ type: 'failed', failure: networkFailure(error) }));
    socket.on('close', (code, reason) => {
      if (code !== 1006) this.#end({ type: 'closed', code, reason: reason.toString() });
      else this.#end({ type: 'failed', failure: new NetworkFailure('The connection broke.', 'ECONNRESET') });
    });
  }

  #readRefusal(response: IncomingMessage): void {
    let body = '';
    const report = () =>
      this.#end({
        type: 'refused',
        status: response.statusCode ?? 0,
        headers: joinedHeaders(response.headers),
        body: body.slice(0, MAX_REFUSAL_CHARACTERS),
      });
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      body += piece;
      if (body.length >= MAX_REFUSAL_CHARACTERS) report();
    });
    // Emitted in any case, even if the connection breaks: what arrived until then is enough.
    response.on('close', report);
  }

  #end(end: WebSocketEnd): void {
    const listener = this.#listener;
    this.terminate();
    listener?.onEnd(end);
  }
}
