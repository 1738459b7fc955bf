import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';

/** A clock, and a log of which callback ran when. */
function clockWithLog() {
  const clock = new FakeClock();
  const log: string[] = [];
  const at = (delayMs: number, name: string) => clock.schedule(delayMs, () => log.push(`${name} at ${clock.now()}`));
  return { clock, log, at };
}

test('Callbacks run in the order in which they are due, each at its due time', () => {
  const { clock, log, at } = clockWithLog();
  at(20, 'b');
  at(10, 'a');
  at(20, 'c');
  at(31, 'd');
  clock.advance(30);
  expect(log).toEqual(['a at 10', 'b at 20', 'c at 20']);
  expect(clock.now()).toBe(30);
  expect(clock.scheduledCount).toBe(1);
});

test('A callback scheduled by another runs during the same advance if it is due', () => {
  const { clock, log, at } = clockWithLog();
  clock.schedule(10, () => at(10, 'second'));
  clock.advance(25);
  expect(log).toEqual(['second at 20']);
});

test('A canceled callback does not run', () => {
  const { clock, log, at } = clockWithLog();
  const callOff = at(10, 'a');
  at(10, 'b');
  callOff();
  callOff();
  clock.advance(10);
  expect(log).toEqual(['b at 10']);
});

test('After a sleep, everything overdue runs late, all at once', () => {
  const { clock, log, at } = clockWithLog();
  at(10, 'a');
  at(2_000, 'b');
  clock.sleep(1_000);
  expect(log).toEqual(['a at 1000']);
  clock.advance(1_000);
  expect(log).toEqual(['a at 1000', 'b at 2000']);
});
