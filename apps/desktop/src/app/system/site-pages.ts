import type { SitePage } from '../../ipc/account-messages.ts';

const PATHS: Record<SitePage, string> = { home: '/', account: '/app', billing: '/app/billing' };

/** The address of a page. `siteUrl` has no slash at its end. */
export function addressOfPage(siteUrl: string, page: SitePage): string {
  return `${siteUrl}${PATHS[page]}`;
}
