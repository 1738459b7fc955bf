import { callApi } from '../api/api-client.ts';
import type { SiteRelease } from '../api/response-parsers.ts';

/** Fetches the latest release. */
export function loadLatestRelease(): Promise<SiteRelease> {
  return callApi('getLatestRelease', {});
}
