import { accessTokens } from '../api/access-token.ts';
import { callApi } from '../api/api-client.ts';
import { goTo } from '../navigation.ts';
import { useAuthStore } from './auth-store.ts';
import { createAuthActions } from './create-auth-actions.ts';

/** What is done with the account in this browser. */
export const {
  signIn,
  signInWithGoogleCallback,
  registerAccount,
  signOut,
  forgetSession,
  refreshUser,
  endLostSession,
} = createAuthActions({
  call: callApi,
  tokens: accessTokens,
  readUser: () => useAuthStore.getState().user,
  setUser: (user) => useAuthStore.getState().setUser(user),
  goTo,
});
