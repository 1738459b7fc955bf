import { accessTokens } from '../api/access-token.ts';
import { callApi } from '../api/api-client.ts';
import { goTo } from '../navigation.ts';
import { useAuthStore } from './auth-store.ts';
import { createAuthActions } from './create-auth-actions.ts';

/** The auth actions, bound to this browser's token and user stores. */
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
