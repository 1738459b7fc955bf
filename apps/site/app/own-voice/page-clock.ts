import type { WallClock } from '@workspace/dictation/ports';

/** The page's clock. */
export const pageClock: WallClock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
