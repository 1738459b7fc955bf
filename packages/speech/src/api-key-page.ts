import { hostOf } from './address.ts';
import { factsOf, REMOTE_PROVIDER_IDS } from './registry.ts';

/** Returns the page for creating an API key for a host; undefined if it isn't known. */
export function apiKeyPage(host: string): string | undefined {
  return REMOTE_PROVIDER_IDS.map(factsOf).find(({ baseUrl }) => baseUrl !== undefined && hostOf(baseUrl) === host)
    ?.keyPage;
}
