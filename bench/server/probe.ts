import { setTimeout } from 'node:timers/promises';
import { percentile } from '../statistics.ts';

/** Requests are sent at this interval, whether or not the last one was answered. */
const INTERVAL_MS = 10;

/**
 * Reads now and then, as a few visitors would, and resolves with the 99th percentile of the waits by path, in
 * milliseconds. A refused read counts as never answered.
 */
export async function probe(
  url: string,
  { paths, token, seconds }: { paths: readonly string[]; token: string; seconds: number },
): Promise<Record<string, number>> {
  const waits = new Map<string, number[]>(paths.map((path) => [path, []]));
  const requests: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent * INTERVAL_MS < seconds * 1_000; sent += 1) {
    await setTimeout(Math.max(0, startedAt + sent * INTERVAL_MS - performance.now()));
    const path = paths[sent % paths.length] ?? '';
    requests.push(
      timeRequest(`${url}${path}`, token).then((ms) => {
        waits.get(path)?.push(ms);
      }),
    );
  }
  await Promise.all(requests);
  return Object.fromEntries([...waits].map(([path, ms]) => [path, percentile(ms, 99)]));
}

async function timeRequest(url: string, token: string): Promise<number> {
  const sentAt = performance.now();
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await response.text();
  return response.ok ? performance.now() - sentAt : Number.POSITIVE_INFINITY;
}
