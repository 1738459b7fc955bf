/** The app's logic while it runs. */
export interface RunningApp {
  /** Shows the settings, or onboarding if it has not been gone through. */
  openSettings(): void;
  /** Ends everything: what is being said is dropped, what is to be saved is saved. */
  close(): Promise<void>;
}

/** How long parts may take to end before they are abandoned. */
export const END_LIMIT_MS = 4_500;

/** The message for the user about an error that ends the app: an expected error says itself what to do. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
