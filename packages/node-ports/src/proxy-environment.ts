import { BlockList, isIP } from 'node:net';
import { NetworkFailure } from '@workspace/speech/transport';

/** The usual environment variables for proxies; the lowercase names take precedence. */
export type ProxyEnvironment = Readonly<
  Partial<Record<'HTTPS_PROXY' | 'https_proxy' | 'HTTP_PROXY' | 'http_proxy' | 'NO_PROXY' | 'no_proxy', string>>
>;

/** The destination of a connection. */
export interface Destination {
  isSecure: boolean;
  /** Name or IP address; IPv6 without brackets. */
  host: string;
  port: number;
}

/**
 * Returns the proxy to use for a destination, if any. Loopback destinations never use one.
 *
 * @throws NetworkFailure if the variable isn't the address of an HTTP or HTTPS proxy.
 */
export function proxyFor(destination: Destination, environment: ProxyEnvironment): URL | undefined {
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, no_proxy, NO_PROXY } = environment;
  const address = destination.isSecure ? https_proxy || HTTPS_PROXY : http_proxy || HTTP_PROXY;
  if (!address || isLoopback(destination.host)) return undefined;
  const exceptions = (no_proxy || NO_PROXY || '').split(/[\s,]+/).filter((exception) => exception !== '');
  if (exceptions.some((exception) => covers(exception.toLowerCase(), destination))) return undefined;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    throw new NetworkFailure("The proxy in the environment isn't the address of an HTTP proxy.", 'INVALID_PROXY');
  }
  return proxy;
}

function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(host) || host === '::1' || isInNetwork(host, '127.0.0.0', 8);
}

/** Whether a NO_PROXY entry covers a destination: `*`, a CIDR range, or a domain or address with an optional port. */
function covers(exception: string, { host, port }: Destination): boolean {
  if (exception === '*' || exception === host) return true;
  const [network = '', prefixLength] = exception.split('/');
  if (prefixLength !== undefined) return isInNetwork(host, network, Number(prefixLength));
  const [, domain = '', onlyPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(exception) ?? [];
  return (host === domain || host.endsWith(`.${domain}`)) && (onlyPort === undefined || Number(onlyPort) === port);
}

function isInNetwork(host: string, network: string, prefixLength: number): boolean {
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || !(prefixLength <= (family === 4 ? 32 : 128))) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, prefixLength, type);
  return list.check(host, type);
}
