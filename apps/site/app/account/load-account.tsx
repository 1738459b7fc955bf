import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { accessTokens } from '../api/access-token.ts';
import { Button } from '../design/button.tsx';
import { refreshUser, signOut } from './auth-actions.ts';

/** Loads the user of a session that has only a token so far; on failure shows an error with a retry button. */
export default function LoadAccount() {
  const [state, setState] = useState<'asking' | 'failed' | 'asking-again'>('asking');
  useEffect(() => {
    if (state !== 'failed') void refreshUser().then((user) => user ?? setState('failed'));
  }, [state]);

  if (state === 'failed' && accessTokens.read() === null) return <Navigate to="/login" replace />;
  return (
    <main className="column grid min-h-dvh content-center justify-items-start gap-6 py-16">
      {state === 'asking' ? (
        <h1 role="status" className="text-heading">
          Loading your account...
        </h1>
      ) : (
        <>
          <h1 className="text-heading">Your account can't be loaded right now</h1>
          <p role="alert" className="max-w-[40ch] text-lead text-muted">
            You are signed in, but the server didn't answer. Check your connection and try again.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button isBusy={state === 'asking-again'} busyLabel="Loading..." onClick={() => setState('asking-again')}>
              Try again
            </Button>
            <Button look="quiet" onClick={signOut}>
              Log out
            </Button>
          </div>
        </>
      )}
    </main>
  );
}
