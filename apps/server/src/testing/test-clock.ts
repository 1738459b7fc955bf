import type { Clock } from '../clock.ts';

/** A clock that moves only when advanced. */
export class TestClock implements Clock {
  #now: number;

  constructor(now = '2026-03-18T10:00:00.000Z') {
    this.#now = Date.parse(now);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  set(time: string): void {
    this.#now = Date.parse(time);
  }
}
