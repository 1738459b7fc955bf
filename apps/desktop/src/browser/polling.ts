import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 10;

/** Asks repeatedly until there is an answer. Resolves with `undefined` if there is none in time. */
export async function pollUntil<T>(ask: () => Promise<T | undefined>, timeoutMs: number): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(INTERVAL_MS);
  }
  return undefined;
}
