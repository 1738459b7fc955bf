import type { WallClock } from '@workspace/dictation/ports';
import { FakeClock } from '@workspace/speech/testing/fake-clock';

/** A clock that moves only when a test advances it, with a time of day. */
export class FakeWallClock extends FakeClock implements WallClock {
  /** What the time of day is ahead of the steady time. */
  offsetMs: number;

  constructor(start = '2026-03-01T12:00:00Z') {
    super();
    this.offsetMs = Date.parse(start);
  }

  wallTime(): number {
    return this.now() + this.offsetMs;
  }

  timeZone(): string {
    return 'UTC';
  }
}

/** Lets all promises that are settled already take effect. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
