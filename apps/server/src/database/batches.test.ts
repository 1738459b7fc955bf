import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BATCH, Batches } from './batches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates batches that finish when the test says so; each item yields its double. */
function createBatches() {
  const begun: number[][] = [];
  const pending: PromiseWithResolvers<void>[] = [];
  const batches = new Batches<number, number>(async (items) => {
    begun.push(items);
    const work = Promise.withResolvers<void>();
    pending.push(work);
    await work.promise;
    return items.map((item) => item * 2);
  });
  const outcomes: string[] = [];
  const add = (item: number) =>
    batches.add(item).then(
      (result) => void outcomes.push(`${item}: ${result}`),
      (error: Error) => void outcomes.push(`${item}: ${error.message}`),
    );
  return { begun, pending, outcomes, add };
}

/** Lets everything happen that doesn't wait for time to pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('Items', () => {
  it('added in the same turn form one batch, and each gets its own result', async () => {
    const { begun, pending, outcomes, add } = createBatches();
    void add(1);
    await Promise.resolve();
    void add(2);
    expect(begun).toEqual([]);
    await settle();
    expect(begun).toEqual([[1, 2]]);
    expect(outcomes).toEqual([]);
    pending[0]?.resolve();
    await settle();
    expect(outcomes).toEqual(['1: 2', '2: 4']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('added while a batch runs form the next ones, up to the size limit', async () => {
    const { begun, pending, add } = createBatches();
    void add(-1);
    await settle();
    for (const item of numbers(BATCH.maxItems + 1)) void add(item);
    await settle();
    expect(begun).toEqual([[-1]]);
    pending[0]?.resolve();
    await settle();
    expect(begun).toEqual([[-1], numbers(BATCH.maxItems)]);
    pending[1]?.resolve();
    await settle();
    expect(begun[2]).toEqual([BATCH.maxItems]);
  });

  it('added after a batch has finished do not wait', async () => {
    const { begun, pending, add } = createBatches();
    void add(1);
    await settle();
    pending[0]?.resolve();
    await settle();
    void add(2);
    await settle();
    expect(begun).toEqual([[1], [2]]);
  });

  it('wait only a limited time for a hanging batch, and start no earlier when that ends late', async () => {
    const { begun, pending, outcomes, add } = createBatches();
    void add(1);
    await settle();
    void add(2);
    await vi.advanceTimersByTimeAsync(BATCH.patienceMs - 1);
    expect(begun).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual([[1], [2]]);
    void add(3);
    // The batch that hung lets no other start before the one under way is done.
    pending[0]?.resolve();
    await settle();
    expect(begun).toEqual([[1], [2]]);
    pending[1]?.resolve();
    await settle();
    expect(begun).toEqual([[1], [2], [3]]);
    pending[2]?.resolve();
    await settle();
    expect(outcomes).toEqual(['1: 2', '2: 4', '3: 6']);
  });
});

it('A failed batch rejects all calls in it, and no others', async () => {
  const { pending, outcomes, add } = createBatches();
  void add(1);
  void add(2);
  await settle();
  void add(3);
  pending[0]?.reject(new Error('failed'));
  await settle();
  pending[1]?.resolve();
  await settle();
  expect(outcomes).toEqual(['1: failed', '2: failed', '3: 6']);
});
