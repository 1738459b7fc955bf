import type { WallClock } from '@workspace/dictation/ports';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { SleepWatch } from './sleep-watch.ts';

/** A clock whose time of day can be moved separately. */
class MovableClock extends FakeClock implements WallClock {
  offset = 0;

  wallTime(): number {
    return this.now() + this.offset;
  }

  timeZone(): string {
    return 'UTC';
  }
}

function watch() {
  const clock = new MovableClock();
  const power = new SleepWatch(clock);
  const notified: string[] = [];
  power.onWake(() => notified.push('wake'));
  power.onSleep(() => notified.push('sleep'));
  return { clock, power, notified };
}

test('Sleep is detected after waking, by a forward jump of the wall clock, and reported once', () => {
  const { clock, notified } = watch();
  clock.advance(60_000);
  expect(notified).toEqual([]);
  clock.offset += 60_000;
  clock.advance(2_000);
  expect(notified).toEqual(['sleep', 'wake']);
  clock.advance(60_000);
  expect(notified).toEqual(['sleep', 'wake']);
});

test('A small or backward correction of the clock is not taken for sleep', () => {
  const { clock, notified } = watch();
  for (const correction of [4_000, -3_600_000, 4_999]) {
    clock.offset += correction;
    clock.advance(2_000);
  }
  expect(notified).toEqual([]);
});

test('Nothing is scheduled after closing', () => {
  const { clock, power } = watch();
  power.close();
  expect(clock.scheduledCount).toBe(0);
});
