import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { beforeEach, expect, it } from 'vitest';
import { RetryLoop } from './retry-loop.ts';

let clock: FakeClock;
/** The runs started so far, in order; settling one ends it. */
let runs: PromiseWithResolvers<void>[];
let loop: RetryLoop;

beforeEach(() => {
  clock = new FakeClock();
  runs = [];
  loop = new RetryLoop(clock, { retryMs: 1_000, maxRetryMs: 4_000 }, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
});

async function endLastRun(outcome: 'done' | 'failed'): Promise<void> {
  if (outcome === 'done') runs.at(-1)?.resolve();
  else runs.at(-1)?.reject(new Error('failed'));
  await settlePromises();
}

it('runs once for simultaneous requests', async () => {
  loop.request();
  loop.request();
  await settlePromises();
  expect(runs).toHaveLength(1);
  await endLastRun('done');
  expect(runs).toHaveLength(1);
});

it('runs once more for requests during a run, after it has ended', async () => {
  loop.request();
  await settlePromises();
  loop.request();
  loop.requestNow();
  await settlePromises();
  expect(runs).toHaveLength(1);
  await endLastRun('done');
  expect(runs).toHaveLength(2);
  await endLastRun('done');
  expect(runs).toHaveLength(2);
});

it('retries with delays that double up to a maximum, and starts over after a success', async () => {
  loop.request();
  await settlePromises();
  for (const pauseMs of [1_000, 2_000, 4_000, 4_000]) {
    const before = runs.length;
    await endLastRun('failed');
    clock.advance(pauseMs - 1);
    await settlePromises();
    expect(runs).toHaveLength(before);
    clock.advance(1);
    await settlePromises();
    expect(runs).toHaveLength(before + 1);
  }
  await endLastRun('done');
  loop.request();
  await settlePromises();
  await endLastRun('failed');
  clock.advance(1_000);
  await settlePromises();
  expect(runs).toHaveLength(7);
});

it('delays requests until the next retry, unless they are urgent', async () => {
  loop.request();
  await settlePromises();
  await endLastRun('failed');
  loop.request();
  await settlePromises();
  expect(runs).toHaveLength(1);
  loop.requestNow();
  await settlePromises();
  expect(runs).toHaveLength(2);
  await endLastRun('done');
  clock.advance(10_000);
  await settlePromises();
  expect(runs).toHaveLength(2);
});

it('is flushed when the work is done or awaits a retry; a flush retries immediately', async () => {
  await loop.flush();
  expect(runs).toHaveLength(0);
  loop.request();
  let isFlushed = false;
  const flush = loop.flush().then(() => {
    isFlushed = true;
  });
  await settlePromises();
  expect(isFlushed).toBe(false);
  await endLastRun('failed');
  await flush;
  const again = loop.flush();
  await settlePromises();
  expect(runs).toHaveLength(2);
  await endLastRun('done');
  await again;
});

it('starts no run after it is stopped', async () => {
  loop.request();
  await settlePromises();
  loop.request();
  loop.stop();
  await endLastRun('failed');
  expect(clock.scheduledCount).toBe(0);
  loop.requestNow();
  await settlePromises();
  expect(runs).toHaveLength(1);
});

it('never runs twice at once, even if the work itself requests another run', async () => {
  let running = 0;
  let count = 0;
  const selfish: RetryLoop = new RetryLoop(clock, { retryMs: 1_000, maxRetryMs: 1_000 }, async () => {
    running += 1;
    expect(running).toBe(1);
    count += 1;
    if (count < 3) selfish.request();
    await settlePromises();
    running -= 1;
  });
  selfish.request();
  await settlePromises();
  await selfish.flush();
  expect(count).toBe(3);
});
