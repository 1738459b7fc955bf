import type { VerificationOutcome } from './verify-email.ts';

/** Location state passed to the sign-in page after a verification, successful or not. */
export interface VerificationState {
  verification: VerificationOutcome;
}

/** Returns the verification outcome in a location's state, if any. */
export function verificationOf(state: unknown): VerificationOutcome | undefined {
  return (state as Partial<VerificationState> | null)?.verification;
}
