import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Call, CallData } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import type { BrowserContextOptions } from 'playwright-core';
import { vi } from 'vitest';
import { API_URL, SITE_URL } from './addresses.ts';
import type { Trouble } from './trouble.ts';

/** A request as the site sent it. */
export interface SentRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON body, if any. */
  body: unknown;
}

/** A response, with a JSON body or none. */
interface Reply {
  status: number;
  body?: unknown;
}

type Answering = (request: SentRequest) => Reply | 'lost' | Promise<Reply | 'lost'>;

/** A server scripted by the test. Calls for which it has no answer are reported as trouble. */
export class FakeApi {
  readonly #trouble: Trouble;
  readonly #answers = new Map<Call, Answering>();
  readonly #sent: { call: Call; request: SentRequest }[] = [];

  constructor(trouble: Trouble) {
    this.#trouble = trouble;
    this.answer(CALLS.track, { recorded: true });
  }

  /** Makes a call succeed. */
  answer<C extends Call>(call: C, data: CallData<C>): void {
    this.answerRaw(call, { data });
  }

  /** Makes a call succeed with any body. */
  answerRaw(call: Call, body: unknown): void {
    const status = call.answer.kind === 'data' ? call.answer.status : 200;
    this.#answers.set(call, () => ({ status, body }));
  }

  /** Makes a call fail; without `errors`, the response has no body. */
  fail(call: Call, status: number, errors?: string[]): void {
    this.#trouble.expect(new RegExp(`status of ${status} `));
    this.#answers.set(call, () => ({ status, ...(errors === undefined ? {} : { body: { errors } }) }));
  }

  /** Breaks the connection before the call is answered. */
  lose(call: Call): void {
    this.#trouble.expect(new RegExp(`${call.method} ${API_URL}${call.path}\\S* net::ERR_`));
    this.#trouble.expect(/Failed to load resource: net::ERR_/);
    this.#answers.set(call, () => 'lost');
  }

  /** Holds up a call from now on. Returns a function that lets it be answered as before. */
  hold(call: Call): () => void {
    const answering = this.#answers.get(call) ?? (() => ({ status: 500 }));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.set(call, async (request) => {
      await promise;
      return answering(request);
    });
    return () => resolve();
  }

  /** Answers a call with a function. */
  handle(call: Call, answering: Answering): void {
    this.#answers.set(call, answering);
  }

  /** Returns the requests that the site has sent to a call so far. */
  sent(call: Call): SentRequest[] {
    return this.#sent.filter((sent) => sent.call === call).map(({ request }) => request);
  }

  /** Waits until the site has made a call this many times. Resolves with the last of these requests. */
  async untilSent(call: Call, times = 1): Promise<SentRequest> {
    return vi.waitUntil(() => this.sent(call)[times - 1], { timeout: 300_000, interval: 50 });
  }

  /** Resolves with the reply to a request, or `lost` if its connection is to break. */
  async reply(request: SentRequest): Promise<Reply | 'lost'> {
    const { method, path } = request;
    const call = findCall(method, path);
    if (call !== undefined) this.#sent.push({ call, request });
    const answering = call && this.#answers.get(call);
    if (answering !== undefined) return answering(request);
    this.#trouble.report(`The test does not speak of this call: ${method} ${path}`);
    return 'lost';
  }
}

function findCall(method: string, path: string): Call | undefined {
  const [pathname = ''] = path.split('?');
  const calls: Call[] = Object.values(CALLS);
  const fitting = calls.filter((call) => {
    const pattern = call.path.replace(/\{\w+\}/g, '[^/]+');
    return call.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return fitting.find((call) => call.path === pathname) ?? fitting[0];
}

/**
 * The scripted server, as a browser's HTTP proxy for everything but the site. If Playwright intercepted requests instead, each
 * would pass through its process, including those for the site's files, and Chromium would cache nothing.
 */
export class FakeServer {
  readonly #server: Server;
  #api: FakeApi | undefined;

  private constructor(server: Server) {
    this.#server = server;
    // Chromium retries a request when a reused connection breaks.
    server.maxRequestsPerSocket = 1;
    server.on('request', (request, response) => this.#answer(request, response));
  }

  static async start(): Promise<FakeServer> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new FakeServer(server);
  }

  /** Makes a browser use this server. */
  get contextOptions(): Pick<BrowserContextOptions, 'proxy'> {
    const { port } = this.#server.address() as AddressInfo;
    return { proxy: { server: `127.0.0.1:${port}`, bypass: new URL(SITE_URL).host } };
  }

  /** Sets who answers from now on: nobody between two visits. */
  serve(api: FakeApi | undefined): void {
    this.#api = api;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const api = this.#api;
    const breakOff = () => request.socket.resetAndDestroy();
    if (api === undefined || !url.startsWith(`${API_URL}/`)) return void breakOff();
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (method === 'OPTIONS') {
      const allowed = headers['access-control-request-headers'] ?? '';
      response.writeHead(204, { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Headers': allowed }).end();
      return;
    }
    // The client may be gone before its request is complete.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const path = url.slice(API_URL.length);
    const sent = { method, path, headers: onlyText(headers), body: body === '' ? undefined : JSON.parse(body) };
    const reply = await api.reply(sent);
    if (reply === 'lost') return void breakOff();
    response.writeHead(reply.status, { 'Content-Type': 'application/json' });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  }
}

/** Headers of every response, as from the real server (`apps/server/src/app.ts`). */
const HEADERS = {
  'Access-Control-Allow-Origin': SITE_URL,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Cache-Control': 'no-store',
};
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
  'Access-Control-Max-Age': '600',
};

function onlyText(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
