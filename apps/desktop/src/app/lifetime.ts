/** The app's logic while it runs. */
export interface RunningApp {
  /** Shows the settings, or onboarding if it hasn't been completed. */
  openSettings(): void;
  /** Ends everything: discards the live dictation, saves whatever is unsaved. */
  close(): Promise<void>;
}

/** How long parts may take to end before they are abandoned. */
export const END_LIMIT_MS = 4_500;

/** Returns the user's message for an error that ends the app. Expected errors already say what to do. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
