import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAuthStore } from './auth-store.ts';

/** Shows its content to those who are signed in, and sends everybody else to sign in. */
export function RequireUser({ children }: { children: ReactNode }) {
  const isSignedIn = useAuthStore(({ user }) => user !== null);
  return isSignedIn ? children : <Navigate to="/login" replace />;
}
