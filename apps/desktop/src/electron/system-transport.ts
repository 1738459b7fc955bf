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

/** Matches Node's and OpenSSL's error codes for a refused certificate. */
const REFUSED_CERTIFICATE = /CERT|SELF_SIGNED|LEAF_SIGNATURE/;

export interface SystemTransportOptions {
  session: Pick<Electron.Session, 'resolveProxy'>;
  certificates: Pick<KeychainCertificates, 'onChange' | 'handleRefusal'>;
  /** Creates a transport through an HTTP proxy, such as `http://10.0.0.1:3128`; a direct one if it is undefined. */
  createTransport(proxy: string | undefined): Transport;
}

/**
 * Creates a transport that asks the system, for each address, which proxy to use. Of the kinds that the system may
 * name, HTTP and HTTPS proxies are used; SOCKS proxies are not, and the connection is made directly. After a
 * certificate was refused, more authorities are trusted.
 */
export function createSystemTransport({ session, certificates, createTransport }: SystemTransportOptions): Transport {
  const transports = new Map<string | undefined, Transport>();
  // Existing transports have already read what was trusted.
  certificates.onChange(() => transports.clear());
  const transportTo = async (url: string): Promise<Transport> => {
    // WebSockets use the proxy for web pages.
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

/** Parses an answer such as `PROXY 10.0.0.1:3128; DIRECT`, in order of preference. */
function firstProxyOf(answer: string): string | undefined {
  for (const way of answer.split(';')) {
    const [kind = '', address = ''] = way.trim().split(/\s+/);
    if (kind === 'DIRECT') return undefined;
    if (kind === 'PROXY' && address !== '') return `http://${address}`;
    if (kind === 'HTTPS' && address !== '') return `https://${address}`;
  }
  return undefined;
}

/** A connection made as soon as the transport is known. */
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

/** A request made as soon as the transport is known. */
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
    // Once canceled, the response no longer matters.
    this.response.catch(() => {});
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#exchange?.cancel();
    this.#cancelled.reject(new NetworkFailure('The request was cancelled.'));
  }
}
