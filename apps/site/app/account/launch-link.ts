import { URL_SCHEME } from '@workspace/contract/brand';

/** Returns the deep link that opens the app on this Mac with the setup token. */
export function launchLink(token: string): string {
  return `${URL_SCHEME}://setup?token=${encodeURIComponent(token)}`;
}
