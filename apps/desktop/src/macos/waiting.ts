import type { Clock } from '@workspace/speech/clock';

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.schedule(ms, resolve));
}

/** Settles as the work does, or resolves with undefined after `limitMs`; the work itself goes on. */
export function withinLimit<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = clock.schedule(limitMs, () => resolve(undefined));
    work.then(resolve, reject).finally(callOff);
  });
}
