import { QueryCache, QueryClient } from '@tanstack/react-query';
import { useAuthStore } from './account/auth-store.ts';

const FRESH_MS = 5 * 60 * 1_000;

/** Query client: data stays fresh for five minutes; offline, calls fail immediately instead of pausing. Logs errors. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: 1, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

// Cached data must not leak to the next user.
useAuthStore.subscribe(({ user }, { user: before }) => {
  if (user?.email !== before?.email) queryClient.clear();
});
