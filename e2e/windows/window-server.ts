import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type MessageFrom, type MessageTo, readMessageFrom, type WindowName } from '@workspace/desktop/ipc/protocol';
import { pageHeaders } from '@workspace/desktop/pages/page-policy';
import { type PageFile, readWindowPages } from '@workspace/desktop/pages/window-pages';
import type { Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { ROOT } from '../repository.ts';

/** The folder of the built windows: from `npm run build -w apps/desktop`, or another build to test. */
export const { WINDOWS_FOLDER = join(ROOT, 'apps', 'desktop', 'build', 'windows') } = process.env;

/** What a page sent over its connection: a message, or a binary frame. */
export type Received<W extends WindowName> = { message: MessageFrom<W> } | { frame: Uint8Array };

/** The app's end of a connection to a page. */
export class WindowIpc<W extends WindowName> {
  /** Everything the page has sent, in order. */
  readonly received: Received<W>[] = [];
  readonly #socket: WebSocket;

  constructor(window: W, socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.received.push({ frame: new Uint8Array(data) });
        return;
      }
      const message = readMessageFrom(window, data.toString());
      if (message === undefined) throw new Error(`The page of ${window} sent a message unknown to the protocol.`);
      this.received.push({ message });
    });
  }

  /** The page's messages, without the frames. */
  get messages(): MessageFrom<W>[] {
    return this.received.flatMap((item) => ('message' in item ? [item.message] : []));
  }

  send(message: MessageTo<W>): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Breaks the connection. The page reconnects with a new one. */
  drop(): void {
    this.#socket.terminate();
  }
}

/** Serves the built windows under the same policy as the app, and plays the app for them. */
export class WindowServer {
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #waiting = new Map<string, (socket: WebSocket) => void>();

  private constructor(pages: ReadonlyMap<string, PageFile>) {
    this.#http = createServer(({ url = '/' }, response) => {
      const page = pages.get(url);
      if (page) response.writeHead(200, { ...pageHeaders(), 'content-type': page.type }).end(page.content);
      else response.writeHead(404).end();
    });
    this.#http.on('upgrade', (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const window = request.url?.replace('/ipc/', '') ?? '';
        this.#waiting.get(window)?.(webSocket);
        this.#waiting.delete(window);
      });
    });
  }

  static async start(): Promise<WindowServer> {
    const server = new WindowServer(await readWindowPages(WINDOWS_FOLDER));
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Goes to a window's page. Resolves once the page has connected. */
  async open<W extends WindowName>(page: Page, window: W): Promise<WindowIpc<W>> {
    const line = this.nextLine(window);
    await page.goto(`${this.address}/${window}/`);
    return line;
  }

  /** Resolves once a page of this kind connects. */
  nextLine<W extends WindowName>(window: W): Promise<WindowIpc<W>> {
    return new Promise((resolve) => {
      this.#waiting.set(window, (socket) => resolve(new WindowIpc(window, socket)));
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}
