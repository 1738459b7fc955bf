import { FakeClock } from '@workspace/speech/testing/fake-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeUpdates } from '../testing/fake-platform.ts';
import { UpdateSchedule } from './update-schedule.ts';

const HOUR_MS = 60 * 60_000;

function schedule() {
  const clock = new FakeClock();
  const updates = new FakeUpdates();
  const dictation = { isLive: false };
  const made = new UpdateSchedule({ clock, updates, isBusy: () => dictation.isLive });
  return { clock, updates, dictation, schedule: made };
}

describe('checking for updates', () => {
  it('happens some time after startup, and every six hours', () => {
    const { clock, updates } = schedule();
    clock.advance(60_000);
    expect(updates.checks).toBe(0);
    clock.advance(60_000);
    expect(updates.checks).toBe(1);
    clock.advance(24 * HOUR_MS);
    expect(updates.checks).toBe(5);
  });

  it('is postponed during a dictation', () => {
    const { clock, updates, dictation, schedule: made } = schedule();
    dictation.isLive = true;
    clock.advance(13 * HOUR_MS);
    made.check();
    made.handleIdle();
    expect(updates.checks).toBe(0);
    dictation.isLive = false;
    made.handleIdle();
    made.handleIdle();
    expect(updates.checks).toBe(1);
  });

  it('stops when the app exits', () => {
    const { clock, schedule: made } = schedule();
    made.close();
    expect(clock.scheduledCount).toBe(0);
  });
});

describe('installing an update', () => {
  it('happens immediately if no dictation is running', () => {
    const { updates, schedule: made } = schedule();
    updates.state = { phase: 'ready', version: '2' };
    made.install();
    expect(updates.installs).toBe(1);
  });

  it('is ignored if no update is ready, even if one is later', () => {
    const { updates, dictation, schedule: made } = schedule();
    dictation.isLive = true;
    made.install();
    updates.state = { phase: 'ready', version: '2' };
    dictation.isLive = false;
    made.handleIdle();
    expect(updates.installs).toBe(0);
  });
});

it('never checks or installs during a dictation, whatever is requested and when', () => {
  const step = fc.oneof(
    fc.constantFrom('begin' as const, 'end' as const, 'check' as const, 'install' as const),
    fc.integer({ min: 1, max: 7 * HOUR_MS }),
  );
  fc.assert(
    fc.property(fc.array(step, { size: 'max', maxLength: 40 }), (steps) => {
      const { clock, updates, dictation, schedule: made } = schedule();
      updates.state = { phase: 'ready', version: '2' };
      const done = () => updates.checks + updates.installs;
      for (const next of steps) {
        const before = done();
        if (typeof next === 'number') clock.advance(next);
        else if (next === 'check') made.check();
        else if (next === 'install') made.install();
        else {
          dictation.isLive = next === 'begin';
          made.handleIdle();
        }
        if (dictation.isLive) expect(done()).toBe(before);
      }
    }),
  );
});
