import * as account from './account.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import type { Call } from './call.ts';
import type { CallName } from './call-addresses.ts';
import * as email from './email.ts';
import * as releases from './releases.ts';
import * as service from './service.ts';
import * as tracking from './tracking.ts';
import * as usage from './usage.ts';

/** Every call that the server answers, by name. */
export const CALLS = {
  register: auth.register,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  authorizeWithGoogle: auth.authorizeWithGoogle,
  finishGoogleSignIn: auth.finishGoogleSignIn,
  linkGoogle: auth.linkGoogle,
  getMe: auth.getMe,
  generateSetupToken: auth.generateSetupToken,
  exchangeSetupToken: auth.exchangeSetupToken,
  refreshDevice: auth.refreshDevice,
  resetPassword: auth.resetPassword,
  listSessions: auth.listSessions,
  endSession: auth.endSession,
  verifyEmail: email.verifyEmail,
  resendVerification: email.resendVerification,
  reportUsage: usage.reportUsage,
  getUsage: usage.getUsage,
  getMonthlyUsage: usage.getMonthlyUsage,
  getEntitlement: usage.getEntitlement,
  createCheckoutSession: billing.createCheckoutSession,
  verifyCheckoutSession: billing.verifyCheckoutSession,
  createPortalSession: billing.createPortalSession,
  receivePaymentEvent: billing.receivePaymentEvent,
  track: tracking.track,
  listReleases: releases.listReleases,
  getLatestRelease: releases.getLatestRelease,
  getUpdateFeed: releases.getUpdateFeed,
  getMacos12UpdateFeed: releases.getMacos12UpdateFeed,
  getReleaseFile: releases.getReleaseFile,
  downloadRelease: releases.downloadRelease,
  exportAccount: account.exportAccount,
  deleteAccount: account.deleteAccount,
  getHealth: service.getHealth,
  getReadiness: service.getReadiness,
  getMetrics: service.getMetrics,
  getOpenApi: service.getOpenApi,
  getDocs: service.getDocs,
} as const satisfies Record<CallName, Call>;
