/** Where browsers reach the site, the server and the sandbox: the addresses that the site is built with, whichever ports are free. */
export const SITE_URL = 'http://localhost:3000';
export const API_URL = 'http://localhost:3001';
export const SANDBOX_URL = 'http://localhost:3002';

/** Chromium's arguments that map these addresses to the actual servers. */
export function chromiumArguments(places: Readonly<Record<string, string>>): string[] {
  const rules = Object.entries(places).map(([from, to]) => `MAP ${new URL(from).host} 127.0.0.1:${new URL(to).port}`);
  return ['--no-sandbox', '--disable-gpu', '--disable-quic', `--host-resolver-rules=${rules.join(',')}`];
}
