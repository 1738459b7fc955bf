import type * as Electron from 'electron';
import type { WindowName } from '../ipc/protocol.ts';
import { pageHeaders } from '../pages/page-policy.ts';
import type { PageFile } from '../pages/window-pages.ts';

const SCHEME = 'app';
const ORIGIN = `${SCHEME}://windows`;

/**
 * Register before the app is ready. Gives pages an origin like a web page's, and a secure one, which the microphone
 * needs; not readable from other origins (`corsEnabled`), without service workers, and not exempt from any policy
 * (`bypassCSP`).
 */
export const APP_SCHEME: Electron.CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Returns the address of a window's page. */
export function pageUrl(window: WindowName): string {
  return `${ORIGIN}/${window}/`;
}

/** Whether an address is one of the windows'. */
export function isAppUrl(url: string): boolean {
  return url === ORIGIN || url.startsWith(`${ORIGIN}/`);
}

/** Serves the windows' built files, and nothing else: an address that isn't exactly in the list doesn't exist. */
export function servePages(
  protocol: Pick<Electron.Protocol, 'handle'>,
  pages: Promise<ReadonlyMap<string, PageFile>>,
): void {
  const headers = pageHeaders();
  protocol.handle(SCHEME, async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers });
    const page = isAppUrl(url) ? (await pages).get(url.slice(ORIGIN.length)) : undefined;
    if (!page) return new Response(null, { status: 404, headers });
    return new Response(method === 'HEAD' ? null : page.content, {
      headers: { ...headers, 'content-type': page.type },
    });
  });
}
