/**
 * Messages in toasts, forms and the console when a call or a sign-in fails. Functions add details or the server's
 * messages. Messages of a single page live with that page, so that other pages don't load them.
 */
export const MESSAGES = {
  loginFailed: (errors: readonly string[]) =>
    errors.length === 0 ? 'Login failed' : `Login failed: ${JSON.stringify(errors)}`,
  noTokenInLogin: 'No token in response',

  registrationFailed: (errors: readonly string[]) =>
    errors.length === 0 ? 'Registration failed' : JSON.stringify(errors),
  googleFailed: (detail: string) => `Google authentication failed: ${detail}`,
  refreshRejected: (status: number) => `Refresh token failed with status ${status} (auth error).`,
  refreshFailed: (status: number, statusText: string) => `Refresh token failed with status ${status}: ${statusText}`,
  noTokenInRefresh: 'Unable to refresh token: no token found in response',

  userRefused: 'Authentication failed: 401',
  userFailed: (firstError: string) => `Error refreshing user info: ${firstError}`,

  invalidMonth: (month: string) => `Invalid response for monthly usage details of ${month}`,

  unreachable: 'Can’t reach the server. Check your connection and try again.',
  invalidAnswer: 'The server sent an answer we can’t read. Please try again later.',
  sessionOver: 'Your session has ended. Please sign in again.',
  fallback: 'An error occurred',
} as const;
