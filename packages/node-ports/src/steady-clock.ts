import type { WallClock } from '@workspace/dictation/ports';

/** The longest delay that `setTimeout` supports; longer ones fire after 1 ms. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Creates a clock from the machine's. */
export function createSteadyClock(): WallClock {
  return {
    now: () => performance.now(),
    wallTime: () => Date.now(),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    schedule(delayMs, callback) {
      const dueAt = performance.now() + delayMs;
      const wait = () => {
        const remainingMs = Math.max(0, Math.ceil(dueAt - performance.now()));
        timer = setTimeout(run, Math.min(remainingMs, LONGEST_TIMEOUT_MS));
      };
      // Timers count whole milliseconds and may fire slightly early.
      const run = () => {
        if (performance.now() < dueAt) wait();
        // After a stall, Node runs due timers first. Handle the I/O that arrived meanwhile before the callback.
        else immediate = setImmediate(callback);
      };
      let timer: NodeJS.Timeout;
      let immediate: NodeJS.Immediate | undefined;
      wait();
      return () => {
        clearTimeout(timer);
        clearImmediate(immediate);
      };
    },
  };
}
