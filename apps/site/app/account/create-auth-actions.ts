import type { AccessTokens } from '../api/access-token.ts';
import { ApiError, RefreshError } from '../api/api-error.ts';
import type { ApiClient } from '../api/create-api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { API_LIMITS } from '../api/limits.ts';
import { MESSAGES } from '../api/messages.ts';
import type { SiteUser } from '../api/response-parsers.ts';

/** Dependencies of the actions. */
interface AuthPorts {
  call: ApiClient;
  tokens: AccessTokens;
  readUser(): SiteUser | null;
  setUser(user: SiteUser | null): void;
  goTo(path: string): void;
}

/** Result of a Google sign-in: done, or to be continued at another URL. */
type GoogleOutcome = { action: 'authenticate' } | { action: 'redirect'; url: string };

/** Creates the actions that sign in, register, sign out and refresh the user. */
export function createAuthActions({ call, tokens, readUser, setUser, goTo }: AuthPorts) {
  /** Counts sign-ins and sign-outs, so that responses from before one are ignored. */
  let session = 0;
  let signingOut: Promise<void> | undefined;
  let refreshing: { session: number; outcome: Promise<SiteUser | undefined> } | undefined;

  /** Clears the token and the user locally, without calling the server. */
  function forgetSession(): void {
    session += 1;
    tokens.clear();
    setUser(null);
  }

  /**
   * Fetches the signed-in user; concurrent calls share one request. Failures are only logged, but a refused token (401)
   * ends the session.
   */
  function refreshUser(): Promise<SiteUser | undefined> {
    if (refreshing?.session === session) return refreshing.outcome;
    const mine = { session, outcome: askForUser(session) };
    refreshing = mine;
    return mine.outcome.finally(() => {
      if (refreshing === mine) refreshing = undefined;
    });
  }

  async function askForUser(asked: number): Promise<SiteUser | undefined> {
    try {
      const user = await call('getMe', {});
      if (session !== asked || tokens.read() === null) return undefined;
      setUser(user);
      return user;
    } catch (error) {
      if (isRefused(error)) {
        console.error(MESSAGES.userRefused);
        if (session === asked) await signOut();
      } else {
        console.error(MESSAGES.userFailed(describe(error)));
      }
      return undefined;
    }
  }

  /**
   * Stores the token of a sign-in and fetches its user. The token is kept even if that fails, unless it is refused.
   *
   * @throws an Error with a user-facing message if the server refuses the token itself
   */
  async function beginSession(token: string): Promise<void> {
    forgetSession();
    tokens.store(token);
    await refreshUser();
    if (tokens.read() === null) throw new Error(MESSAGES.userRefused);
  }

  /** Ends the session, on the server too if it responds in time; concurrent calls share one request. */
  function endSession(): Promise<void> {
    signingOut ??= call('logout', {}, { limitMs: API_LIMITS.logoutMs })
      .catch((error: unknown) => console.warn('The server was not told of the sign-out.', error))
      .then(forgetSession)
      .finally(() => {
        signingOut = undefined;
      });
    return signingOut;
  }

  /** Signs out and navigates to /login, even if the server call fails. */
  async function signOut(): Promise<void> {
    await endSession();
    goTo('/login');
  }

  /**
   * Signs the user out after the server ended the session; a no-op for visitors. Protected pages then redirect to
   * /login themselves; public pages stay open, so that the link that led there isn't lost.
   */
  async function endLostSession(): Promise<void> {
    if (readUser() !== null) await endSession();
  }

  /** Signs in. Throws an Error with a user-facing message; its cause is the call's error, if there is one. */
  async function signIn(email: string, password: string): Promise<void> {
    const token = await call('login', { body: { email, password } }).then(
      (data) => data.token,
      (cause: unknown) => {
        const message = isUnreadable(cause) ? MESSAGES.noTokenInLogin : MESSAGES.loginFailed(errorsOf(cause));
        throw new Error(message, { cause });
      },
    );
    if (token === '') throw new Error(MESSAGES.noTokenInLogin);
    await beginSession(token);
  }

  /**
   * Finishes a sign-in with Google.
   *
   * @param params all query parameters that Google sent back
   * @throws an Error with a user-facing message
   */
  async function signInWithGoogleCallback(params: Record<string, string>): Promise<GoogleOutcome> {
    try {
      const { action, url, token } = await call('finishGoogleSignIn', { body: params });
      if (action === 'redirect') return { action, url: url ?? '' };
      if (!token) throw new Error(MESSAGES.noTokenInLogin);
      await beginSession(token);
      return { action: 'authenticate' };
    } catch (cause) {
      throw new Error(MESSAGES.googleFailed(describe(cause)), { cause });
    }
  }

  /** Registers an account. Throws an Error with a user-facing message, like `signIn`. */
  async function registerAccount(email: string, password: string): Promise<void> {
    try {
      await call('register', { body: { email, password } });
    } catch (cause) {
      throw new Error(MESSAGES.registrationFailed(errorsOf(cause)), { cause });
    }
  }

  return { signIn, signInWithGoogleCallback, registerAccount, signOut, forgetSession, refreshUser, endLostSession };
}

/** Whether the server refused the token itself. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && !(error instanceof RefreshError) && error.status === 401;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof InvalidAnswerError;
}

function errorsOf(error: unknown): readonly string[] {
  return error instanceof ApiError ? error.errors : [];
}

function describe(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : MESSAGES.fallback;
}
