import { ApiError } from '../api/api-error.ts';
import type { ApiClient } from '../api/create-api-client.ts';
import { MESSAGES } from '../api/messages.ts';

interface VerificationOutcome {
  isVerified: boolean;
  /** For the user. */
  message: string;
}

/** Verifies an address by the token of the link that was mailed to it. Never throws. */
export async function verifyByToken(call: ApiClient, token: string): Promise<VerificationOutcome> {
  try {
    await call('verifyEmail', { query: { token } });
    return { isVerified: true, message: MESSAGES.emailVerified };
  } catch (error) {
    return { isVerified: false, message: describeFailure(error) };
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.verificationFailed;
  if (error.status >= 500) return MESSAGES.verificationServerError;
  return error.errors[0] ?? MESSAGES.verificationFailed;
}
