/** Location state that the launch button passes to the downloads page. */
export interface LaunchState {
  /** `asked`: the browser was told to open the app, with unknown result. `failed`: no setup token could be fetched. */
  launch: 'asked' | 'failed';
}

/** Returns the launch result in a location's state, if any. */
export function launchOf(state: unknown): LaunchState['launch'] | undefined {
  return (state as Partial<LaunchState> | null)?.launch;
}
