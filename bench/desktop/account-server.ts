import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { refreshDevice } from '@workspace/contract/auth';
import type { CallData } from '@workspace/contract/call';
import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import type { Entitlement, UsageReceipt, UsageReport } from '@workspace/contract/usage';

const ENTITLEMENT: Entitlement = { plan: 'standard', limitSeconds: null, usedSeconds: 0, resetsAt: null };

/** Answers a linked app immediately, as the server would, until it becomes unreachable. */
export class AccountServer {
  readonly #http: Server;
  #secondsReported = 0;
  #tokens = 0;

  private constructor() {
    this.#http = createServer(async (request, response) => {
      const data = await this.#answer(request);
      if (data === undefined) response.writeHead(404).end();
      else response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    });
  }

  static async start(): Promise<AccountServer> {
    const server = new AccountServer();
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Seconds of dictation that the app has reported. */
  get secondsReported(): number {
    return this.#secondsReported;
  }

  /** Stops the server: from now on, requests to its address fail. */
  stop(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const { refreshDevice, getEntitlement, reportUsage } = CALL_ADDRESSES;
    const { method, url } = request;
    const isFor = (call: { method: string; path: string }) => call.method === method && call.path === url;
    if (isFor(refreshDevice)) return this.#newTokens();
    if (isFor(getEntitlement)) return ENTITLEMENT;
    return isFor(reportUsage) ? this.#take((await json(request)) as UsageReport) : undefined;
  }

  #newTokens(): CallData<typeof refreshDevice> {
    this.#tokens += 1;
    return { token: `access-${this.#tokens}`, refreshToken: `refresh-${this.#tokens}` };
  }

  #take({ entries }: UsageReport): UsageReceipt {
    this.#secondsReported += entries.reduce((sum, { seconds }) => sum + seconds, 0);
    return { accepted: entries.length, duplicates: 0, rejected: [] };
  }
}
