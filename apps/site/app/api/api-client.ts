import { siteConfig } from '../site-config.ts';
import { accessTokens } from './access-token.ts';
import { createApiClient } from './create-api-client.ts';
import { refreshAccessToken } from './refresh-access-token.ts';

/** The site's API client. */
export const callApi = createApiClient({
  apiBaseUrl: siteConfig.apiBaseUrl,
  fetch: (...request) => fetch(...request),
  tokens: accessTokens,
  refresh: refreshAccessToken,
  nowMs: () => Date.now(),
});
