import type { AccessTokens } from '../api/access-token.ts';
import { ApiError, RefreshError } from '../api/api-error.ts';
import type { ApiClient } from '../api/create-api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { API_LIMITS } from '../api/limits.ts';
import { MESSAGES } from '../api/messages.ts';
import type { SiteUser } from '../api/response-parsers.ts';

/** What the actions work with. */
interface AuthPorts {
  call: ApiClient;
  tokens: AccessTokens;
  readUser(): SiteUser | null;
  setUser(user: SiteUser | null): void;
  goTo(path: string): void;
}

/** What became of a sign-in with Google: done, or to be continued at another address. */
type GoogleOutcome = { action: 'authenticate' } | { action: 'redirect'; url: string };

export function createAuthActions({ call, tokens, readUser, setUser, goTo }: AuthPorts) {
  /** Counts sign-ins and sign-outs, so that an answer that comes after one changes nothing. */
  let session = 0;
  let signingOut: Promise<void> | undefined;
  let refreshing: { session: number; outcome: Promise<SiteUser | undefined> } | undefined;

  /** Forgets who is signed in here, without a word to the server. */
  function forgetSession(): void {
    session += 1;
    tokens.clear();
    setUser(null);
  }

  /**
   * Asks the server who is signed in; whoever asks meanwhile gets the same answer. Failures are logged only, and end the
   * session if it is refused.
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
   * Takes the token that a sign-in gave, and asks whose it is. It is kept even if nobody can say so now.
   *
   * @throws an Error with a message for the user if the server refuses the token itself
   */
  async function beginSession(token: string): Promise<void> {
    forgetSession();
    tokens.store(token);
    await refreshUser();
    if (tokens.read() === null) throw new Error(MESSAGES.userRefused);
  }

  /** Ends the session, at the server too if it answers in time; simultaneous calls share one request. */
  function endSession(): Promise<void> {
    signingOut ??= call('logout', {}, { limitMs: API_LIMITS.logoutMs })
      .catch((error: unknown) => console.warn('The server was not told of the sign-out.', error))
      .then(forgetSession)
      .finally(() => {
        signingOut = undefined;
      });
    return signingOut;
  }

  /** Signs out, and goes to /login in any case. */
  async function signOut(): Promise<void> {
    await endSession();
    goTo('/login');
  }

  /**
   * Signs out whoever is signed in, after the server ended the session. Protected pages lead to /login by themselves then;
   * a page for anyone stays, with the link that was opened there.
   */
  async function endLostSession(): Promise<void> {
    if (readUser() !== null) await endSession();
  }

  /** Throws an Error with a message for the user; its cause is what went wrong with the call, if that is known. */
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
   * @param params all that Google sent back in the query
   * @throws an Error with a message for the user
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

  /** Throws an Error with a message for the user, as `signIn` does. */
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
