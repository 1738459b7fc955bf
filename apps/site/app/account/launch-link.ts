import { URL_SCHEME } from '@workspace/contract/brand';

/** The link that opens the app on this Mac and hands it the token. */
export function launchLink(token: string): string {
  return `${URL_SCHEME}://setup?token=${encodeURIComponent(token)}`;
}
