import { expect, test } from 'vitest';
import { withinLimit } from './clock.ts';
import { FakeClock } from './testing/fake-clock.ts';

const LIMIT_MS = 10_000;

/** Work that the test finishes, and what became of it within the limit. */
function limited() {
  const clock = new FakeClock();
  const work = Promise.withResolvers<string>();
  return { clock, work, outcome: withinLimit(clock, LIMIT_MS, work.promise) };
}

test('Work within the limit settles as it does, and leaves no timer behind', async () => {
  const { clock, work, outcome } = limited();
  clock.advance(LIMIT_MS - 1);
  work.resolve('done');
  expect(await outcome).toBe('done');
  expect(clock.scheduledCount).toBe(0);
  const failing = limited();
  failing.work.reject(new Error('failed'));
  await expect(failing.outcome).rejects.toThrow('failed');
});

test('Work that exceeds the limit resolves with undefined', async () => {
  const { clock, outcome } = limited();
  clock.advance(LIMIT_MS);
  expect(await outcome).toBeUndefined();
});

test('The machine’s sleep doesn’t count', async () => {
  const { clock, work, outcome } = limited();
  clock.sleep(60_000);
  clock.advance(LIMIT_MS - 1_001);
  work.resolve('done');
  expect(await outcome).toBe('done');
  const late = limited();
  late.clock.sleep(60_000);
  late.clock.advance(LIMIT_MS);
  expect(await late.outcome).toBeUndefined();
});
