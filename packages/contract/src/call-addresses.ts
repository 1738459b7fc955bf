/**
 * How the caller is authenticated: by cookies alone, by the access token in the `Authorization` header, or not at all.
 * Calls for `anyone` accept a token too, and ignore it.
 */
export type Access = 'anyone' | 'cookies' | 'bearer';

/** The route of a call, and how its caller is authenticated. */
export interface CallAddress {
  method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces, such as `/usage/{month}`. */
  path: `/${string}`;
  access: Access;
}

/**
 * The address of every call, by the call's name. The declarations take theirs from here. Kept apart from them because
 * pages that make calls must not load the schemas.
 */
export const CALL_ADDRESSES = {
  register: { method: 'POST', path: '/auth/register', access: 'cookies' },
  login: { method: 'POST', path: '/auth/login', access: 'cookies' },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'cookies' },
  logout: { method: 'POST', path: '/auth/logout', access: 'cookies' },
  authorizeWithGoogle: { method: 'GET', path: '/auth/google/authorize', access: 'anyone' },
  finishGoogleSignIn: { method: 'POST', path: '/auth/google/callback', access: 'cookies' },
  linkGoogle: { method: 'POST', path: '/auth/google/link', access: 'anyone' },
  getMe: { method: 'GET', path: '/auth/me', access: 'bearer' },
  generateSetupToken: { method: 'POST', path: '/auth/generate-setup-token', access: 'bearer' },
  exchangeSetupToken: { method: 'POST', path: '/auth/setup-token/exchange', access: 'anyone' },
  refreshDevice: { method: 'POST', path: '/auth/device/refresh', access: 'anyone' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'anyone' },
  listSessions: { method: 'GET', path: '/auth/sessions', access: 'bearer' },
  endSession: { method: 'DELETE', path: '/auth/sessions/{id}', access: 'bearer' },
  verifyEmail: { method: 'GET', path: '/email/verify', access: 'anyone' },
  resendVerification: { method: 'POST', path: '/email/resend-verification', access: 'anyone' },
  reportUsage: { method: 'POST', path: '/usage', access: 'bearer' },
  getUsage: { method: 'GET', path: '/usage', access: 'bearer' },
  getMonthlyUsage: { method: 'GET', path: '/usage/{month}', access: 'bearer' },
  getEntitlement: { method: 'GET', path: '/entitlement', access: 'bearer' },
  createCheckoutSession: { method: 'POST', path: '/billing/create-checkout-session', access: 'bearer' },
  verifyCheckoutSession: { method: 'POST', path: '/billing/verify-checkout-session', access: 'bearer' },
  createPortalSession: { method: 'POST', path: '/billing/create-portal-session', access: 'bearer' },
  receivePaymentEvent: { method: 'POST', path: '/billing/webhook', access: 'anyone' },
  track: { method: 'POST', path: '/track', access: 'anyone' },
  listReleases: { method: 'GET', path: '/releases', access: 'anyone' },
  getLatestRelease: { method: 'GET', path: '/releases/latest', access: 'anyone' },
  getUpdateFeed: { method: 'GET', path: '/releases/latest-mac.yml', access: 'anyone' },
  getMacos12UpdateFeed: { method: 'GET', path: '/releases/macos-12-mac.yml', access: 'anyone' },
  getReleaseFile: { method: 'GET', path: '/releases/files/{name}', access: 'anyone' },
  downloadRelease: { method: 'GET', path: '/download/{version}', access: 'anyone' },
  exportAccount: { method: 'GET', path: '/account/export', access: 'bearer' },
  deleteAccount: { method: 'DELETE', path: '/account', access: 'bearer' },
  getHealth: { method: 'GET', path: '/healthz', access: 'anyone' },
  getReadiness: { method: 'GET', path: '/readyz', access: 'anyone' },
  getMetrics: { method: 'GET', path: '/metrics', access: 'anyone' },
  getOpenApi: { method: 'GET', path: '/openapi.json', access: 'anyone' },
  getDocs: { method: 'GET', path: '/docs', access: 'anyone' },
} as const satisfies Record<string, CallAddress>;

export type CallName = keyof typeof CALL_ADDRESSES;
