import { callApi } from '../api/api-client.ts';
import type { SiteRelease } from '../api/response-parsers.ts';

/** Asks the server which release is the newest. */
export function loadLatestRelease(): Promise<SiteRelease> {
  return callApi('getLatestRelease', {});
}
