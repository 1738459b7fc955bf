import {
  type HttpExchange,
  type HttpRequest,
  type HttpResponse,
  NetworkFailure,
  type Transport,
  type WebSocketConnection,
  type WebSocketListener,
  type WebSocketRequest,
} from '@workspace/speech/transport';
import type * as Electron from 'electron';
import type { KeychainCertificates } from './keychain-certificates.ts';

/** What Node and OpenSSL say of a certificate that no authority answers for. */
const REFUSED_CERTIFICATE = /CERT|SELF_SIGNED|LEAF_SIGNATURE/;

export interface SystemTransportOptions {
  session: Pick<Electron.Session, 'resolveProxy'>;
  certificates: Pick<KeychainCertificates, 'onChange' | 'handleRefusal'>;
  /** A network through an HTTP proxy, such as `http://10.0.0.1:3128`; a direct one without. */
  createTransport(proxy: string | undefined): Transport;
}

/**
 * A network that asks the system for each address which proxy to use. Of the kinds that the system may name,
 * HTTP and HTTPS proxies are used; SOCKS proxies are not, and the connection is made directly. What is trusted grows when
 * a certificate was refused.
 */
export function createSystemTransport({ session, certificates, createTransport }: SystemTransportOptions): Transport {
  const transports = new Map<string | undefined, Transport>();
  // Those that are there have read what was trusted.
  certificates.onChange(() => transports.clear());
  const transportTo = async (url: string): Promise<Transport> => {
    // A proxy for WebSockets is the one for web pages.
    const answer = await session.resolveProxy(url.replace(/^ws/, 'http')).catch(() => '');
    const proxy = firstProxyOf(answer);
    const transport = transports.get(proxy) ?? createTransport(proxy);
    transports.set(proxy, transport);
    return transport;
  };
  const look = (error: unknown) => {
    if (error instanceof NetworkFailure && REFUSED_CERTIFICATE.test(error.code ?? '')) certificates.handleRefusal();
  };
  return {
    connect: (request, listener) =>
      new LaterWebSocket(transportTo(request.url), request, {
        onOpen: () => listener.onOpen(),
        onMessage: (data) => listener.onMessage(data),
        onPong: () => listener.onPong(),
        onEnd(end) {
          if (end.type === 'failed') look(end.failure);
          listener.onEnd(end);
        },
      }),
    request(request, onSent) {
      const exchange = new LaterExchange(transportTo(request.url), request, onSent);
      exchange.response.catch(look);
      return exchange;
    },
  };
}

/** Reads an answer such as `PROXY 10.0.0.1:3128; DIRECT`, the most wanted way first. */
function firstProxyOf(answer: string): string | undefined {
  for (const way of answer.split(';')) {
    const [kind = '', address = ''] = way.trim().split(/\s+/);
    if (kind === 'DIRECT') return undefined;
    if (kind === 'PROXY' && address !== '') return `http://${address}`;
    if (kind === 'HTTPS' && address !== '') return `https://${address}`;
  }
  return undefined;
}

/** A connection that is made as soon as the way is known. */
class LaterWebSocket implements WebSocketConnection {
  #connection: WebSocketConnection | undefined;
  #isEnded = false;

  constructor(way: Promise<Transport>, request: WebSocketRequest, listener: WebSocketListener) {
    void way.then((transport) => {
      if (!this.#isEnded) this.#connection = transport.connect(request, listener);
    });
  }

  get bufferedBytes(): number {
    return this.#connection?.bufferedBytes ?? 0;
  }

  send(data: string | Uint8Array): void {
    this.#connection?.send(data);
  }

  ping(): void {
    this.#connection?.ping();
  }

  close(): void {
    this.#isEnded = true;
    this.#connection?.close();
  }

  terminate(): void {
    this.#isEnded = true;
    this.#connection?.terminate();
  }
}

/** A request that is made as soon as the way is known. */
class LaterExchange implements HttpExchange {
  readonly response: Promise<HttpResponse>;
  readonly #cancelled = Promise.withResolvers<never>();
  #exchange: HttpExchange | undefined;
  #isCancelled = false;

  constructor(way: Promise<Transport>, request: HttpRequest, onSent: (() => void) | undefined) {
    const answer = way.then((transport) => {
      if (this.#isCancelled) return this.#cancelled.promise;
      this.#exchange = transport.request(request, onSent);
      return this.#exchange.response;
    });
    this.response = Promise.race([answer, this.#cancelled.promise]);
    // After a cancel the response doesn't matter any more.
    this.response.catch(() => {});
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#exchange?.cancel();
    this.#cancelled.reject(new NetworkFailure('The request was cancelled.'));
  }
}
