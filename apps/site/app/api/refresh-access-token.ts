import { siteConfig } from '../site-config.ts';
import { accessTokens } from './access-token.ts';
import { API_LIMITS } from './limits.ts';
import { type RefreshOutcome, TokenRefresher } from './token-refresher.ts';
import { raiseUnauthorized } from './unauthorized-event.ts';

const LOCK = 'refresh-access-token';

const refresher = new TokenRefresher({
  apiBaseUrl: siteConfig.apiBaseUrl,
  fetch: (...request) => fetch(...request),
  tokens: accessTokens,
  exclusively,
  nowMs: () => Date.now(),
  raiseUnauthorized,
});

/** Replaces an access token that has expired or was refused. Never throws. */
export function refreshAccessToken(staleToken: string): Promise<RefreshOutcome> {
  return refresher.refresh(staleToken);
}

/** Runs `work` under a cross-tab lock. Web Locks need https or localhost; elsewhere each tab refreshes on its own. */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager } = navigator;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    const workAndHold = async () => {
      await work().then(resolve, reject);
      await new Promise((release) => setTimeout(release, API_LIMITS.refreshLockedMs));
    };
    locks.request(LOCK, workAndHold).catch(reject);
  });
}
