/** Messages in toasts and forms for registration and sign-in; those for failed calls are in `api/messages.ts`. */
export const SIGN_IN_MESSAGES = {
  loginFallback: 'Invalid email or password',
  registrationFallback: 'Registration failed. Please try again or contact support.',
  googleFallback: 'Failed to authenticate with Google',
  googleSucceeded: 'Successfully signed in with Google!',

  emailVerified: 'Your email has been verified successfully! Please log in.',
  verificationServerError: 'Server error. Please try again later.',
  verificationFailed: 'Email verification failed',

  passwordReset: 'Your password has been changed. Please sign in with the new one.',
  verificationSentAgain: 'If this address still needs to be verified, a new link is on its way.',
} as const;
