/** Handed to the sign-in page when a verification failed: it then offers a new mail. */
export const UNVERIFIED_STATE = { isUnverified: true } as const;

/** Whether a location's state is that. */
export function isUnverifiedState(state: unknown): boolean {
  return (state as Partial<typeof UNVERIFIED_STATE> | null)?.isUnverified === true;
}
