import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import { accessTokens } from '../api/access-token.ts';
import { useAuthStore } from './auth-store.ts';

// Lazy: rarely needed.
const LoadAccount = lazy(() => import('./load-account.tsx'));

/**
 * Renders its children for signed-in users and redirects everyone else to /login. With a token but no user, because
 * fetching the user failed at sign-in, it loads the user first.
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
