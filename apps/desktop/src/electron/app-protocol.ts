import type * as Electron from 'electron';
import type { WindowName } from '../ipc/protocol.ts';
import { pageHeaders } from '../pages/page-policy.ts';
import type { PageFile } from '../pages/window-pages.ts';

const SCHEME = 'app';
const ORIGIN = `${SCHEME}://windows`;

/**
 * To be registered before the app is ready. An origin like that of a web page, and a secure one, which the microphone
 * needs; not readable from other origins (`corsEnabled`), without service workers and around no policy (`bypassCSP`).
 */
export const APP_SCHEME: Electron.CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** The address of a window's page. */
export function pageUrl(window: WindowName): string {
  return `${ORIGIN}/${window}/`;
}

/** Whether an address is one of the windows' own. */
export function isAppUrl(url: string): boolean {
  return url === ORIGIN || url.startsWith(`${ORIGIN}/`);
}

/** Serves the windows' built files, and nothing else: what isn't in the list, to the letter, isn't there. */
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
