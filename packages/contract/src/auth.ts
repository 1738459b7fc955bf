import { z } from 'zod';
import { ANY_SESSION, BROWSER_ONLY, declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

/** Limits of form fields. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;
const MAX_EMAIL_LENGTH = 254;
/** Maximum length of a token or code; ours are far shorter, and Google's longest are about half of this. */
const MAX_TOKEN_LENGTH = 4_096;

/** Normalizes an email address to the form used for account lookup: trimmed and lowercase. */
export const emailSchema = z
  .string({ error: 'Invalid email address' })
  .max(MAX_EMAIL_LENGTH + 100, 'Invalid email address')
  .trim()
  .toLowerCase()
  .pipe(z.email('Invalid email address').max(MAX_EMAIL_LENGTH, 'Invalid email address'));

/** A newly chosen password. */
export const newPasswordSchema = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(PASSWORD_LENGTH.min, 'Password must be at least 8 characters')
  .max(PASSWORD_LENGTH.max, 'Password must be at most 256 characters');

export const registrationSchema = z.object({ email: emailSchema, password: newPasswordSchema });
export const credentialsSchema = z.object({
  email: emailSchema,
  password: z
    .string({ error: 'Enter your password' })
    .min(1, 'Enter your password')
    .max(PASSWORD_LENGTH.max, 'Invalid email or password'),
});

const tokenSchema = z.string().min(1).max(MAX_TOKEN_LENGTH);
export const accessTokenSchema = z.object({ token: z.string() });
export const deviceTokensSchema = z.object({ token: z.string(), refreshToken: z.string() });

/** Why the user is on the Standard plan, and until when. */
export const subscriptionSchema = z.object({
  priceId: z.string(),
  source: z.enum(['subscription', 'license']),
  /** End of the paid period; null for a license. */
  currentPeriodEnd: z.iso.datetime().nullable(),
  cancelAtPeriodEnd: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for Beta Testers. */
  subscription: subscriptionSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** Text without control characters, some of which the database rejects. */
const NO_CONTROLS = /^\P{Cc}*$/u;

/** A Mac, as described by its app. */
export const deviceSchema = z.object({
  name: z.string().trim().min(1).max(100).regex(NO_CONTROLS),
  platform: z.string().trim().min(1).max(50).regex(NO_CONTROLS),
  appVersion: z.string().trim().min(1).max(50).regex(NO_CONTROLS),
});
export type Device = z.infer<typeof deviceSchema>;

export const sessionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['browser', 'device']),
  /** Such as 'Safari on macOS', or the Mac's name. */
  name: z.string(),
  platform: z.string().nullable(),
  appVersion: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the session making the request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Parameters of Google's redirect back to the site. Unknown ones are ignored. */
export const googleCallbackSchema = z.object({
  code: tokenSchema.optional(),
  state: tokenSchema.optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(500).optional(),
  error_description: z.string().max(2_000).optional(),
});

export const register = declareCall({
  ...CALL_ADDRESSES.register,
  summary: 'Registers an account. The outcome is only sent by email.',
  usesCookies: true,
  body: registrationSchema,
  answer: { kind: 'data', status: 202, data: z.object({ message: z.string() }) },
  failures: ['busy'],
});

export const login = declareCall({
  ...CALL_ADDRESSES.login,
  summary: 'Signs a browser in: an access token, and a refresh token in a cookie.',
  usesCookies: true,
  body: credentialsSchema,
  answer: { kind: 'data', status: 200, data: accessTokenSchema },
  failures: ['wrong-credentials', 'email-not-verified', 'busy'],
});

export const refresh = declareCall({
  ...CALL_ADDRESSES.refresh,
  summary: "Gives a new access token for the cookie's refresh token, which is replaced.",
  usesCookies: true,
  answer: { kind: 'data', status: 200, data: accessTokenSchema },
  failures: ['session-ended'],
});

export const logout = declareCall({
  ...CALL_ADDRESSES.logout,
  summary: "Ends the browser's session. Succeeds even if there is none.",
  usesCookies: true,
  answer: { kind: 'data', status: 200, data: z.object({ signedOut: z.literal(true) }) },
  failures: [],
});

export const authorizeWithGoogle = declareCall({
  ...CALL_ADDRESSES.authorizeWithGoogle,
  summary: 'Sends the browser to Google.',
  answer: { kind: 'redirect' },
  failures: ['google-unavailable'],
});

export const finishGoogleSignIn = declareCall({
  ...CALL_ADDRESSES.finishGoogleSignIn,
  summary: 'Signs in with the answer from Google.',
  usesCookies: true,
  body: googleCallbackSchema,
  answer: {
    kind: 'data',
    status: 200,
    data: z.discriminatedUnion('action', [
      z.object({ action: z.literal('authenticate'), token: z.string() }),
      /** Another step is needed, at this URL. */
      z.object({ action: z.literal('redirect'), url: z.string() }),
    ]),
  },
  failures: ['google-sign-in-failed', 'google-sign-in-declined', 'google-unavailable'],
});

export const linkGoogle = declareCall({
  ...CALL_ADDRESSES.linkGoogle,
  summary:
    'Links a Google account to the account with its address, by the link that was emailed there. Using the link again gives the same answer.',
  body: z.object({ token: tokenSchema }),
  answer: { kind: 'data', status: 200, data: z.object({ linked: z.literal(true) }) },
  failures: ['invalid-google-link'],
});

export const getMe = declareCall({
  ...CALL_ADDRESSES.getMe,
  takenFrom: ANY_SESSION,
  summary: 'The user who is signed in.',
  answer: { kind: 'data', status: 200, data: userSchema },
  failures: [],
});

export const generateSetupToken = declareCall({
  ...CALL_ADDRESSES.generateSetupToken,
  takenFrom: BROWSER_ONLY,
  summary: 'A token with which the app on a Mac is linked to the account: for five minutes, once.',
  answer: { kind: 'data', status: 200, data: accessTokenSchema },
  failures: [],
});

export const exchangeSetupToken = declareCall({
  ...CALL_ADDRESSES.exchangeSetupToken,
  summary: 'Links an app: the setup token becomes a session of its own.',
  body: z.object({ setupToken: tokenSchema, device: deviceSchema }),
  answer: { kind: 'data', status: 200, data: deviceTokensSchema },
  failures: ['invalid-setup-token'],
});

export const refreshDevice = declareCall({
  ...CALL_ADDRESSES.refreshDevice,
  summary: "Gives new tokens for an app's refresh token, which is replaced.",
  body: z.object({ refreshToken: tokenSchema }),
  answer: { kind: 'data', status: 200, data: deviceTokensSchema },
  failures: ['session-ended'],
});

export const resetPassword = declareCall({
  ...CALL_ADDRESSES.resetPassword,
  summary: "Sets a password by a link from support, and ends all of the user's sessions.",
  body: z.object({ token: tokenSchema, password: newPasswordSchema }),
  answer: { kind: 'data', status: 200, data: z.object({ reset: z.literal(true) }) },
  failures: ['invalid-reset-link', 'busy'],
});

export const listSessions = declareCall({
  ...CALL_ADDRESSES.listSessions,
  takenFrom: ANY_SESSION,
  summary: "The user's browsers and devices, the one used last first.",
  answer: { kind: 'data', status: 200, data: z.array(sessionSchema) },
  failures: [],
});

export const endSession = declareCall({
  ...CALL_ADDRESSES.endSession,
  takenFrom: ANY_SESSION,
  summary: 'Signs a browser or device out immediately.',
  params: z.object({ id: z.uuid() }),
  answer: { kind: 'data', status: 200, data: z.object({ id: z.uuid() }) },
  failures: ['not-found'],
});
