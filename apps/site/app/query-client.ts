import { QueryCache, QueryClient } from '@tanstack/react-query';
import { useAuthStore } from './account/auth-store.ts';

const FRESH_MS = 5 * 60 * 1_000;

/** The server's answers, kept for five minutes. Offline, calls fail at once rather than wait. The reason goes to the console. */
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
