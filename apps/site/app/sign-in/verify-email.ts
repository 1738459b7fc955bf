import { ApiError } from '../api/api-error.ts';
import type { ApiClient } from '../api/create-api-client.ts';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

/** What became of a verification. `message` is for the user, `email` the address, if the server names it. */
export type VerificationOutcome =
  | { isVerified: true; message: string; email?: string }
  | { isVerified: false; message: string };

/** Verifies an address by the token of the link that was mailed to it. Never throws. */
export async function verifyByToken(call: ApiClient, token: string): Promise<VerificationOutcome> {
  try {
    const { email } = ((await call('verifyEmail', { query: { token } })) ?? {}) as { email?: unknown };
    return {
      isVerified: true,
      message: SIGN_IN_MESSAGES.emailVerified,
      ...(typeof email === 'string' ? { email } : {}),
    };
  } catch (error) {
    return { isVerified: false, message: describeFailure(error) };
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return SIGN_IN_MESSAGES.verificationFailed;
  if (error.status >= 500) return SIGN_IN_MESSAGES.verificationServerError;
  return error.errors[0] ?? SIGN_IN_MESSAGES.verificationFailed;
}
