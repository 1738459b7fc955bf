import { ApiError } from '../api/api-error.ts';
import type { ApiClient } from '../api/create-api-client.ts';
import { SIGN_IN_MESSAGES } from './sign-in-messages.ts';

/** Result of a verification. `message` is user-facing; `email` is the address, if in the response. */
export type VerificationOutcome =
  | { isVerified: true; message: string; email?: string }
  | { isVerified: false; message: string };

/** Verifies an address with the token from the emailed link. Never throws. */
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
