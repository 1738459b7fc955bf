/** The app's logic while it runs. */
export interface RunningApp {
  /** Shows the settings, or onboarding where it has not been gone through. */
  openSettings(): void;
  /** Ends everything: what is being said is dropped, what is to be saved is saved. */
  close(): Promise<void>;
}

/** What has not ended by itself so long after the wish to end is left behind. */
export const END_LIMIT_MS = 4_500;

/** What the user is told about an error that ends the app: an expected error says itself what to do. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
