import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../testing/memory-store.ts';
import { SpendingMeter } from './spending.ts';

const EVENING = Date.parse('2026-03-01T22:30:00Z');

/** A day in Auckland, 13 hours ahead of UTC. */
function auckland(wallTime: number) {
  const clock = new FakeClock();
  return {
    now: () => clock.now(),
    schedule: (delayMs: number, callback: () => void) => clock.schedule(delayMs, callback),
    wallTime: () => wallTime + clock.now(),
    timeZone: () => 'Pacific/Auckland',
    advance: (ms: number) => clock.advance(ms),
  };
}

describe('today’s spending', () => {
  it('is the sum of the dictations’ prices', async () => {
    const meter = await SpendingMeter.open(new MemoryStore(), auckland(EVENING));
    meter.add(30, 0.0045);
    meter.add(90, 0.0048);
    expect(meter.today).toMatchObject({ day: '2026-03-02', seconds: 120, hasUnpriced: false });
    expect(meter.today.dollars).toBeCloseTo(0.00945, 9);
  });

  it('is marked if the price of some dictation is unknown', async () => {
    const meter = await SpendingMeter.open(new MemoryStore(), auckland(EVENING));
    meter.add(60, undefined);
    expect(meter.today).toMatchObject({ seconds: 60, dollars: 0, hasUnpriced: true });
  });

  it('survives a restart, and starts over at midnight in the user’s time zone', async () => {
    const store = new MemoryStore();
    const before = await SpendingMeter.open(store, auckland(EVENING));
    before.add(60, 0.01);
    await before.flush();
    const clock = auckland(EVENING);
    const meter = await SpendingMeter.open(store, clock);
    expect(meter.today.seconds).toBe(60);
    clock.advance(12.5 * 3_600_000);
    expect(meter.today).toEqual({ day: '2026-03-03', seconds: 0, dollars: 0, hasUnpriced: false });
  });

  it('can be forgotten', async () => {
    const store = new MemoryStore();
    const meter = await SpendingMeter.open(store, auckland(EVENING));
    meter.add(60, 0.01);
    meter.forget();
    await meter.flush();
    expect(store.stored).toMatchObject({ seconds: 0, dollars: 0 });
  });
});
