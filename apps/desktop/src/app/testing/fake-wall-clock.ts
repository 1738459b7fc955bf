import type { WallClock } from '@workspace/dictation/ports';
import { FakeClock } from '@workspace/speech/testing/fake-clock';

/** A clock with a time of day that moves only when a test advances it. */
export class FakeWallClock extends FakeClock implements WallClock {
  /** The time of day minus the steady time. */
  offsetMs: number;

  constructor(start = '2026-03-01T12:00:00Z') {
    super();
    this.offsetMs = Date.parse(start);
  }

  wallTime(): number {
    return this.now() + this.offsetMs;
  }

  timeZone(): string {
    return 'Europe/Berlin';
  }
}
