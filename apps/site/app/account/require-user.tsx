import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import { accessTokens } from '../api/access-token.ts';
import { useAuthStore } from './auth-store.ts';

// Seldom needed.
const LoadAccount = lazy(() => import('./load-account.tsx'));

/**
 * Shows its content to those who are signed in, and sends everybody else to sign in. Between the two is whoever has signed
 * in while the server couldn't say who it is.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const isSignedIn = useAuthStore(({ user }) => user !== null);
  if (isSignedIn) return children;
  if (accessTokens.read() === null) return <Navigate to="/login" replace />;
  return (
    <Suspense>
      <LoadAccount />
    </Suspense>
  );
}
