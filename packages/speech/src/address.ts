/**
 * Returns the host of a base URL, with its port unless that is the default: shown to users as where audio and key go.
 * Credentials in the URL are left out.
 */
export function hostOf(baseUrl: string): string {
  const [, scheme = '', authority = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#]*)/i.exec(baseUrl) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const usualPort = scheme.toLowerCase() === 'http' ? ':80' : ':443';
  return host.endsWith(usualPort) ? host.slice(0, -usualPort.length) : host;
}

/** Returns the same address for WebSockets: `ws` for `http`, `wss` for `https`. */
export function webSocketAddress(baseUrl: string): string {
  return baseUrl.replace(/^http/i, 'ws');
}
