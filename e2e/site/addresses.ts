/** Where browsers reach site, server and sandbox: the addresses that the site is built with, whatever ports are free. */
export const SITE_URL = 'http://localhost:3000';
export const API_URL = 'http://localhost:3001';
export const SANDBOX_URL = 'http://localhost:3002';

/** What Chromium is started with so that it finds each of these addresses where its server really is. */
export function chromiumArguments(places: Readonly<Record<string, string>>): string[] {
  const rules = Object.entries(places).map(([from, to]) => `MAP ${new URL(from).host} 127.0.0.1:${new URL(to).port}`);
  return ['--no-sandbox', '--disable-gpu', '--disable-quic', `--host-resolver-rules=${rules.join(',')}`];
}
