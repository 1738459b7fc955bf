import http from 'node:http';
import { connect as connectTcp, isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContext, TLSSocket } from 'node:tls';
import { NetworkFailure } from '@workspace/speech/transport';
import { type Destination, type ProxyEnvironment, proxyFor } from './proxy-environment.ts';

/** How long an idle connection is kept for the next request: long enough to last from one phrase to the next. */
const IDLE_CONNECTION_MS = 15_000;

/** Timeout for connecting to a proxy and for its answer. */
const PROXY_TIMEOUT_MS = 10_000;

export interface ConnectionAgentOptions {
  isSecure: boolean;
  proxyEnvironment: ProxyEnvironment;
  /** Called when the first secure connection is made. */
  secureContext: () => SecureContext;
}

type CreationCallback = (error: Error | null, connection?: Duplex) => void;

/**
 * Opens connections for HTTP and WebSockets: TCP, directly or tunneled through the environment's proxy, and TLS on top.
 * (Node's agent supports proxies too. But it requests unencrypted WebSockets in a way that proxies refuse, and doesn't
 * allow the TCP connection below TLS to be reset.) Idle HTTP connections are reused.
 */
export class ConnectionAgent extends http.Agent {
  readonly #options: ConnectionAgentOptions;

  constructor(options: ConnectionAgentOptions) {
    super({
      keepAlive: true,
      timeout: IDLE_CONNECTION_MS,
      protocol: options.isSecure ? 'https:' : 'http:',
      defaultPort: options.isSecure ? 443 : 80,
    });
    this.#options = options;
  }

  override createConnection({ host, port }: http.ClientRequestArgs, callback: CreationCallback): Duplex | undefined {
    const destination = { isSecure: this.#options.isSecure, host: host ?? 'localhost', port: Number(port) };
    const proxy = proxyFor(destination, this.#options.proxyEnvironment);
    if (proxy === undefined) return this.#connect(destination);
    this.#openTunnel(proxy, destination, callback);
    return undefined;
  }

  #connect(destination: Destination): Duplex {
    const tcp = connectTcp({ host: destination.host, port: destination.port, noDelay: true });
    return destination.isSecure ? this.#secure(tcp, destination.host) : tcp;
  }

  #secure(connection: Duplex, host: string): TLSSocket {
    const secured = connectTls({
      socket: connection,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      secureContext: this.#options.secureContext(),
    });
    connectionBelow.set(secured, connection);
    return secured;
  }

  /** Requests a tunnel to the destination from the proxy (RFC 9110, section 9.3.6). */
  #openTunnel(proxy: URL, destination: Destination, callback: CreationCallback): void {
    const host = isIP(destination.host) === 6 ? `[${destination.host}]` : destination.host;
    const authority = `${host}:${destination.port}`;
    const request = http.request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      createConnection: () => this.#connect(addressOf(proxy)),
    });
    // Not the request's own `timeout`, which has no effect on connections that Node didn't open itself.
    const timer = setTimeout(
      () => request.destroy(new NetworkFailure('The proxy did not answer.', 'PROXY_TIMEOUT')),
      PROXY_TIMEOUT_MS,
    );
    request.on('close', () => clearTimeout(timer));
    request.on('connect', ({ statusCode }, tunnel) => {
      if (statusCode === 200) {
        callback(null, destination.isSecure ? this.#secure(tunnel, destination.host) : tunnel);
      } else {
        tunnel.destroy();
        callback(new NetworkFailure(`The proxy refused the connection with status ${statusCode}.`, 'PROXY_REFUSED'));
      }
    });
    request.on('error', callback);
    request.end();
  }
}

function addressOf(proxy: URL): Destination {
  const isSecure = proxy.protocol === 'https:';
  return { isSecure, host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || (isSecure ? 443 : 80)) };
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** The connection that each TLS connection runs over. */
const connectionBelow = new WeakMap<Duplex, Duplex>();

/**
 * Closes a connection at once. TCP resets it, so that not even data buffered by the operating system is delivered, as
 * it would be after an ordinary close.
 */
export function resetConnection(connection: Duplex): void {
  const below = connectionBelow.get(connection);
  if (below !== undefined) resetConnection(below);
  else if (connection instanceof Socket && !(connection instanceof TLSSocket)) connection.resetAndDestroy();
  connection.destroy();
}
