import { accessTokens } from '../api/access-token.ts';
import { siteConfig } from '../site-config.ts';
import { createTracker, type Tracker } from './tracker.ts';

let tracker: Tracker | undefined;

/** Tracks an event. Never throws: failures are logged as warnings. */
export function track(event: string, metadata: Record<string, unknown>): void {
  tracker ??= createTracker({
    apiBaseUrl: siteConfig.apiBaseUrl,
    fetch: (...request) => fetch(...request),
    // Accessing storage throws if the browser blocks it, so it is accessed only in calls, where that is caught.
    localStorage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
    },
    sessionStorage: {
      getItem: (key) => sessionStorage.getItem(key),
      setItem: (key, value) => sessionStorage.setItem(key, value),
    },
    landingSearch: window.location.search,
    hasToken: () => accessTokens.read() !== null,
    sendWithToken: async (tracked) => {
      const { callApi } = await import('../api/api-client.ts');
      await callApi('track', { body: tracked }, { keepalive: true });
    },
    isRefused: (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true,
    randomUuid: () => crypto.randomUUID(),
  });
  void tracker.track(event, metadata);
}
