import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BATCH, EventBatches } from './event-batches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Batches that are written when the test says so. */
function createBatches() {
  const written: number[][] = [];
  const pending: PromiseWithResolvers<void>[] = [];
  const batches = new EventBatches<number>((events) => {
    written.push(events);
    const write = Promise.withResolvers<void>();
    pending.push(write);
    return write.promise;
  });
  const outcomes: string[] = [];
  const add = (event: number) =>
    batches.add(event).then(
      () => void outcomes.push(`${event} written`),
      (error: Error) => void outcomes.push(`${event} ${error.message}`),
    );
  return { batches, written, pending, outcomes, add };
}

/** Lets everything happen that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('events', () => {
  it('that come within a few milliseconds are written together', async () => {
    const { written, add } = createBatches();
    void add(1);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs - 1);
    void add(2);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual([[1, 2]]);
  });

  it('are told to be written when they are, and not before', async () => {
    const { pending, outcomes, add } = createBatches();
    void add(1);
    void add(2);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs);
    expect(outcomes).toEqual([]);
    pending[0]?.resolve();
    await settle();
    expect(outcomes).toEqual(['1 written', '2 written']);
  });

  it('wait no longer once there are as many as a batch holds', async () => {
    const { written, add } = createBatches();
    for (const event of numbers(BATCH.maxEvents)) void add(event);
    await settle();
    expect(written).toEqual([numbers(BATCH.maxEvents)]);
  });

  it('that come while a batch is being written make the next, which is no larger than a batch may be', async () => {
    const { written, pending, add } = createBatches();
    void add(-1);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs);
    for (const event of numbers(BATCH.maxEvents + 1)) void add(event);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs);
    expect(written).toEqual([[-1]]);
    pending[0]?.resolve();
    await settle();
    expect(written).toEqual([[-1], numbers(BATCH.maxEvents)]);
    pending[1]?.resolve();
    await settle();
    expect(written[2]).toEqual([BATCH.maxEvents]);
  });

  it('that come after a batch was written wait for others again', async () => {
    const { written, pending, add } = createBatches();
    void add(1);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs);
    pending[0]?.resolve();
    await settle();
    void add(2);
    await settle();
    expect(written).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(BATCH.delayMs);
    expect(written).toEqual([[1], [2]]);
  });
});

it('as many as a batch holds may come the moment the last was written', async () => {
  const { batches, written, pending, add } = createBatches();
  void batches.add(-1).then(() => {
    for (const event of numbers(BATCH.maxEvents)) void add(event);
  });
  await vi.advanceTimersByTimeAsync(BATCH.delayMs);
  pending[0]?.resolve();
  await vi.advanceTimersByTimeAsync(BATCH.delayMs);
  expect(written).toEqual([[-1], numbers(BATCH.maxEvents)]);
});

it('a batch that could not be written is told to all who are in it, and to nobody else', async () => {
  const { pending, outcomes, add } = createBatches();
  void add(1);
  void add(2);
  await vi.advanceTimersByTimeAsync(BATCH.delayMs);
  void add(3);
  pending[0]?.reject(new Error('failed'));
  await settle();
  pending[1]?.resolve();
  await settle();
  expect(outcomes).toEqual(['1 failed', '2 failed', '3 written']);
});

it('what waits can be written at once', async () => {
  const { batches, written, pending, add } = createBatches();
  void add(1);
  const flushed = batches.flush();
  expect(written).toEqual([[1]]);
  pending[0]?.resolve();
  await flushed;
  expect(vi.getTimerCount()).toBe(0);
});
