import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { WindowListener } from '../app/platform.ts';
import {
  MAX_BAD_MESSAGES,
  MAX_MESSAGE_BYTES,
  type MessageTo,
  PROTOCOL,
  readMessageFrom,
  type WindowName,
} from '../ipc/protocol.ts';
import { pageHeaders } from '../pages/page-policy.ts';
import { type PageFile, readWindowPages } from '../pages/window-pages.ts';

const ADDRESS = '127.0.0.1';
const IPC_PATH = '/ipc/';
const COOKIE_NAME = 'session';
const SECRET_BYTES = 32;
/** Limit of unsent bytes for a window that doesn't read. */
const MAX_WAITING_BYTES = MAX_MESSAGE_BYTES;

const CLOSE_CODE = { replaced: 4_000, policy: 1_008 };

type Listeners = { [W in WindowName]?: WindowListener<W> };

interface Connection {
  socket: WebSocket;
  badMessages: number;
}

/**
 * Serves the windows' pages and talks to them on the loopback address. Only a browser that was given the session's
 * cookie has access. `listen` and `send` are those of `Windows`.
 */
export class WindowServer {
  /** Such as `http://127.0.0.1:40000`. */
  readonly origin: string;
  /** The token that a browser must present, new at each start and kept nowhere else. */
  readonly cookie = { name: COOKIE_NAME, value: randomBytes(SECRET_BYTES).toString('base64url') };
  readonly #host: string;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  readonly #pages: ReadonlyMap<string, PageFile>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #listeners: Listeners = {};
  /** The newest connection of each window. */
  readonly #connections = new Map<WindowName, Connection>();

  private constructor(server: Server, pages: ReadonlyMap<string, PageFile>) {
    this.#server = server;
    this.#pages = pages;
    this.#host = `${ADDRESS}:${(server.address() as AddressInfo).port}`;
    this.origin = `http://${this.#host}`;
    this.#headers = pageHeaders([`ws://${this.#host}`]);
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Serves the pages of a folder on a free port. Rejects with a `MissingPagesError` if there are none. */
  static async open(folder: string): Promise<WindowServer> {
    const pages = await readWindowPages(folder);
    const server = createServer({ maxHeaderSize: 8 * 1024 }).listen(0, ADDRESS);
    await once(server, 'listening');
    return new WindowServer(server, pages);
  }

  listen<W extends WindowName>(window: W, listener: WindowListener<W>): void {
    this.#listeners[window] = listener as Listeners[W];
    if (this.isOpen(window)) queueMicrotask(() => listener.onOpen?.());
  }

  /** Whether a window's page is connected. */
  isOpen(window: WindowName): boolean {
    return this.#connections.has(window);
  }

  send<W extends WindowName>(window: W, message: MessageTo<W>): void {
    const socket = this.#connections.get(window)?.socket;
    if (!socket || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const [status, page] = this.#find(request);
    response.writeHead(status, { ...this.#headers, 'content-type': page.type, 'content-length': page.content.length });
    response.end(request.method === 'HEAD' ? undefined : page.content);
  }

  #find(request: IncomingMessage): [status: number, page: PageFile] {
    if (!this.#isOurs(request)) return [401, NOTHING];
    if (request.method !== 'GET' && request.method !== 'HEAD') return [405, NOTHING];
    const page = this.#pages.get(request.url ?? '');
    return page ? [200, page] : [404, NOTHING];
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const window = windowOf(request.url ?? '');
    // Browsers name the page's origin when it opens a WebSocket, so it must be ours.
    if (!window || !this.#isOurs(request) || request.headers.origin !== this.origin) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#connect(window, opened));
  }

  /** Whether a request comes from one of our pages in the browser that was given the cookie. */
  #isOurs({ headers }: IncomingMessage): boolean {
    const isSameOrigin = headers.origin === undefined || headers.origin === this.origin;
    return headers.host === this.#host && isSameOrigin && hasCookie(headers.cookie ?? '', this.cookie);
  }

  #connect(window: WindowName, socket: WebSocket): void {
    const connection: Connection = { socket, badMessages: 0 };
    const former = this.#connections.get(window);
    this.#connections.set(window, connection);
    former?.socket.close(CLOSE_CODE.replaced);
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => {
      if (this.#connections.get(window) === connection) this.#take(window, connection, data, isBinary);
    });
    socket.on('close', () => {
      if (this.#connections.get(window) !== connection) return;
      this.#connections.delete(window);
      this.#listeners[window]?.onClose?.();
    });
    this.#listeners[window]?.onOpen?.();
  }

  #take<W extends WindowName>(window: W, connection: Connection, data: RawData, isBinary: boolean): void {
    const listener: WindowListener<W> | undefined = this.#listeners[window];
    // A message arrives as a single buffer, since `binaryType` is left at its default.
    const bytes = data as Buffer;
    const message = isBinary ? undefined : readMessageFrom(window, bytes.toString());
    if (isBinary && window === 'microphone') {
      listener?.onFrame?.(bytes);
    } else if (message !== undefined) {
      listener?.onMessage(message);
    } else {
      connection.badMessages += 1;
      if (connection.badMessages >= MAX_BAD_MESSAGES) connection.socket.close(CLOSE_CODE.policy);
    }
  }
}

/** A blank page. */
const NOTHING: PageFile = { type: 'text/html; charset=utf-8', content: Buffer.from(' ') };

function windowOf(path: string): WindowName | undefined {
  const name = path.startsWith(IPC_PATH) ? path.slice(IPC_PATH.length) : '';
  return Object.hasOwn(PROTOCOL, name) ? (name as WindowName) : undefined;
}

function hasCookie(header: string, { name, value }: WindowServer['cookie']): boolean {
  const expected = Buffer.from(`${name}=${value}`);
  return header.split('; ').some((pair) => {
    const given = Buffer.from(pair);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
