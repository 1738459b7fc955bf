import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { signInWithGoogleCallback } from '../account/auth-actions.ts';
import { leaveTo } from '../navigation.ts';
import { pageTitle } from '../page-title.ts';
import { oncePerKey } from './once-per-key.ts';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';
import { Waiting } from './waiting.tsx';

/** Signs in with Google's callback query and shows the result as a toast. Resolves to the next path, if any. */
const finishSignIn = oncePerKey(async (search) => {
  try {
    const outcome = await signInWithGoogleCallback(Object.fromEntries(new URLSearchParams(search)));
    if (outcome.action === 'redirect') return follow(outcome.url);
    toast.success(SIGN_IN_MESSAGES.googleSucceeded);
    return '/app';
  } catch (error) {
    toast.error((error instanceof Error && error.message) || SIGN_IN_MESSAGES.googleFallback);
    return '/login';
  }
});

/** Navigates to a URL from the server. Throws an Error with an empty message if it isn't a web URL. */
function follow(url: string): void {
  try {
    leaveTo(url);
  } catch (cause) {
    console.error(cause);
    throw new Error('', { cause });
  }
}

export function meta() {
  return [{ title: pageTitle('Sign in with Google') }];
}

export default function GoogleCallbackPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    void finishSignIn(search).then((path) => path && navigate(path, { replace: true }));
  }, [search, navigate]);
  return <Waiting>Authenticating...</Waiting>;
}
