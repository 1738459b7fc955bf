/** What the downloads page is handed by the button that opens the app. */
export interface LaunchState {
  /** The browser was asked to open the app, which can't be seen from here; or there was no link to open it by. */
  launch: 'asked' | 'failed';
}

/** How the launch went that led to a location, if one did. */
export function launchOf(state: unknown): LaunchState['launch'] | undefined {
  return (state as Partial<LaunchState> | null)?.launch;
}
