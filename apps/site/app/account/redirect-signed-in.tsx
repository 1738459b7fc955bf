import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAuthStore } from './auth-store.ts';

/** Renders its children for visitors and redirects signed-in users to their account. */
export function RedirectSignedIn({ children }: { children: ReactNode }) {
  const isSignedIn = useAuthStore(({ user }) => user !== null);
  return isSignedIn ? <Navigate to="/app" replace /> : children;
}
