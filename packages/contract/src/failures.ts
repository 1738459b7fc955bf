/**
 * Every way a call can fail: the HTTP status, and the message for the user unless the server has a more specific one.
 * Responses contain only the message, as `{ "errors": ["…"] }`.
 */
export const FAILURES = {
  'invalid-input': { status: 400, message: 'The request is not valid.' },
  'malformed-body': { status: 400, message: 'The request could not be read. Send JSON.' },
  'invalid-signature': { status: 400, message: 'The signature does not match the body.' },
  'google-sign-in-failed': {
    status: 400,
    message: "Google sign-in didn't work, or took too long. Please try again.",
  },
  'google-sign-in-declined': { status: 400, message: 'Google sign-in was cancelled.' },
  'invalid-verification-link': {
    status: 400,
    message: 'This verification link is invalid or has expired. Ask for a new one.',
  },
  'invalid-reset-link': {
    status: 400,
    message: 'This link is invalid, has already been used or has expired. Ask support for a new one.',
  },
  'invalid-google-link': {
    status: 400,
    message: 'This link is invalid or has expired. Sign in with Google again to get a new one.',
  },
  'unknown-price': { status: 400, message: "This plan isn't available. Reload the page and try again." },
  'not-signed-in': { status: 401, message: 'Please sign in.' },
  'wrong-credentials': { status: 401, message: 'Invalid email or password' },
  'session-ended': { status: 401, message: 'Your session has ended. Please sign in again.' },
  'invalid-setup-token': {
    status: 401,
    message: 'This setup link is invalid, has already been used or has expired. Open the app from the website again.',
  },
  'foreign-origin': { status: 403, message: 'This request comes from another website.' },
  'browser-only': { status: 403, message: "The app can't do this. Sign in on the website to do it." },
  'email-not-verified': {
    status: 403,
    message: 'Please verify your email address first: open the link in the email we sent you.',
  },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'already-standard': {
    status: 409,
    message: "You're already on the Standard plan. Use Manage Subscription to change it.",
  },
  'precondition-failed': { status: 412, message: 'The file has changed since then.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'The request could not be read. Send JSON.' },
  'range-not-satisfiable': { status: 416, message: 'The file has no such part.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  busy: { status: 503, message: 'We are very busy right now. Please try again in a moment.' },
  unavailable: { status: 503, message: 'This is not available right now. Please try again in a moment.' },
  'google-unavailable': {
    status: 503,
    message: "We can't reach Google right now. Try again later, or sign in with your password.",
  },
  'payments-unavailable': {
    status: 503,
    message: "We can't reach the payment provider right now. You haven't been charged. Please try again later.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof FAILURES;
