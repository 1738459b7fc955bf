import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { accessTokens } from '../api/access-token.ts';
import { useAuthStore } from './auth-store.ts';
import { LoadAccount } from './load-account.tsx';

/**
 * Shows its content to those who are signed in, and sends everybody else to sign in. Between the two is whoever has signed
 * in while the server couldn't say who it is.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const isSignedIn = useAuthStore(({ user }) => user !== null);
  if (isSignedIn) return children;
  return accessTokens.read() === null ? <Navigate to="/login" replace /> : <LoadAccount />;
}
