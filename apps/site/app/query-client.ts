import { QueryCache, QueryClient } from '@tanstack/react-query';
import { useAuthStore } from './account/auth-store.ts';

const FRESH_MS = 5 * 60 * 1_000;

/** What the server said, kept for five minutes. Offline, calls fail and say so rather than wait. Why is told in the console. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: 1, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

// What one user saw is not for the next.
useAuthStore.subscribe(({ user }, { user: before }) => {
  if (user?.email !== before?.email) queryClient.clear();
});
