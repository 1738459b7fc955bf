import type { VerificationOutcome } from './verify-email.ts';

/** The state that the sign-in page gets when an address was verified, or couldn't be. */
export interface VerificationState {
  verification: VerificationOutcome;
}

/** What became of the verification that led to a location, if one did. */
export function verificationOf(state: unknown): VerificationOutcome | undefined {
  return (state as Partial<VerificationState> | null)?.verification;
}
