/** What toasts, forms and the console say where something fails or succeeds. Functions add what it was, or what the server said. */
export const MESSAGES = {
  loginFailed: (errors: readonly string[]) =>
    errors.length === 0 ? 'Login failed' : `Login failed: ${JSON.stringify(errors)}`,
  loginFallback: 'Invalid email or password',
  noTokenInLogin: 'No token in response',

  registrationFailed: (errors: readonly string[]) =>
    errors.length === 0 ? 'Registration failed' : JSON.stringify(errors),
  registrationFallback: 'Registration failed. Please try again or contact support.',

  googleFailed: (detail: string) => `Google authentication failed: ${detail}`,
  googleFallback: 'Failed to authenticate with Google',
  googleSucceeded: 'Successfully signed in with Google!',

  refreshRejected: (status: number) => `Refresh token failed with status ${status} (auth error).`,
  refreshFailed: (status: number, statusText: string) => `Refresh token failed with status ${status}: ${statusText}`,
  noTokenInRefresh: 'Unable to refresh token: no token found in response',

  userRefused: 'Authentication failed: 401',
  userFailed: (firstError: string) => `Error refreshing user info: ${firstError}`,

  emailVerified: 'Your email has been verified successfully! Please log in.',
  verificationServerError: 'Server error. Please try again later.',
  verificationFailed: 'Email verification failed',

  passwordReset: 'Your password has been changed. Please sign in with it.',
  verificationSentAgain: 'If this address waits to be verified, a new link is on its way to it.',

  checkoutFailed: {
    title: 'Checkout Error',
    description: 'There was a problem initiating checkout. Please try again.',
  },
  noCheckoutUrl: 'No checkout URL returned',
  portalFailed: {
    title: 'Portal Access Error',
    description: 'Unable to access the billing portal. Please try again later.',
  },
  noPortalUrl: 'No portal URL returned',
  noCheckoutSession: 'Invalid checkout session - no session ID found',
  paymentCheckFailed: 'Failed to verify your payment. Please contact support.',
  paymentStatus: (status: string) => `Payment status: ${status}`,
  exportFailed: { title: 'Export Error', description: 'Your data could not be exported. Please try again.' },
  sessionEnded: (name: string) => `${name} is signed out.`,
  sessionNotEnded: (name: string) => ({
    title: 'Sign-out Error',
    description: `${name} could not be signed out. Please try again.`,
  }),
  accountDeleted: 'Your account has been deleted.',
  deletionFailed: { title: 'Deletion Error', description: 'Your account could not be deleted. Please try again.' },
  notCopied: 'It could not be copied. Select the text and copy it yourself.',

  invalidMonth: (month: string) => `Invalid response for monthly usage details of ${month}`,

  unreachable: 'The server cannot be reached. Check your connection and try again.',
  invalidAnswer: 'The server gave an answer that cannot be read. Please try again later.',
  sessionOver: 'Your session has ended. Please sign in again.',
  fallback: 'An error occurred',
} as const;
