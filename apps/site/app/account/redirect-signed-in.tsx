import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAuthStore } from './auth-store.ts';

/** Shows its content to visitors, and sends those who are signed in to their account. */
export function RedirectSignedIn({ children }: { children: ReactNode }) {
  const isSignedIn = useAuthStore(({ user }) => user !== null);
  return isSignedIn ? <Navigate to="/app" replace /> : children;
}
