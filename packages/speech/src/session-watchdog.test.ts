import { expect, test } from 'vitest';
import { WATCHDOG } from './limits.ts';
import { SessionWatchdog } from './session-watchdog.ts';
import { FakeClock } from './testing/fake-clock.ts';

/** A watched connection whose answers to pings the test controls, and the losses that the watchdog reported. */
function watch() {
  const clock = new FakeClock();
  const lost: string[] = [];
  const connection = {
    bufferedBytes: 0,
    answersPings: true,
    pingTimes: [] as number[],
    ping(): void {
      this.pingTimes.push(clock.now());
      if (this.answersPings) clock.schedule(50, () => watchdog.heard());
    },
  };
  const watchdog = new SessionWatchdog(clock, connection, (kind) => lost.push(`${kind} at ${clock.now()}`));
  return { clock, connection, watchdog, lost };
}

function watchReady() {
  const watched = watch();
  watched.watchdog.opened();
  watched.watchdog.ready();
  return watched;
}

test('A connection that does not open within 10 s is lost', () => {
  const { clock, lost } = watch();
  clock.advance(60_000);
  expect(lost).toEqual(['network at 10000']);
  expect(clock.scheduledCount).toBe(0);
});

test('A session that is not ready within 10 s of starting times out, even if the server answers', () => {
  const { clock, watchdog, lost } = watch();
  clock.advance(1_000);
  watchdog.opened();
  clock.advance(60_000);
  expect(lost).toEqual(['timeout at 10000']);
});

test('A healthy idle connection is pinged every 2.5 s and kept', () => {
  const { clock, connection, lost } = watchReady();
  clock.advance(10_000);
  expect(connection.pingTimes).toEqual([2_500, 5_000, 7_500, 10_000]);
  clock.advance(3_600_000);
  expect(lost).toEqual([]);
});

test('A connection is lost after 5 s without any sign of life', () => {
  const { clock, connection, lost } = watchReady();
  clock.advance(4_000);
  connection.answersPings = false;
  clock.advance(60_000);
  // The last pong came at 2,550.
  expect(lost).toEqual(['network at 7750']);
});

test('Messages count as signs of life', () => {
  const { clock, connection, watchdog, lost } = watchReady();
  connection.answersPings = false;
  for (let second = 0; second < 60; second += 4) {
    clock.advance(4_000);
    watchdog.heard();
  }
  expect(lost).toEqual([]);
});

test('Bytes leaving a backlog, even while more are added, are a sign of life; a stuck backlog is not', () => {
  const { clock, connection, watchdog, lost } = watchReady();
  connection.answersPings = false;
  watchdog.awaitText(0);
  watchdog.sent(1_000_000);
  connection.bufferedBytes = 1_000_000;
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000);
    watchdog.sent(5_000);
    connection.bufferedBytes += 5_000 - 100;
  }
  expect(lost).toEqual([]);
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000);
    watchdog.sent(5_000);
    connection.bufferedBytes += 5_000 + 8;
  }
  expect(lost).toHaveLength(1);
});

test('Bytes that the system accepts without buffering are not a sign of life', () => {
  const { clock, connection, watchdog, lost } = watchReady();
  connection.answersPings = false;
  for (let second = 0; second < 10; second += 1) {
    watchdog.sent(5_000);
    clock.advance(1_000);
  }
  expect(lost).toEqual(['network at 5000']);
});

test.each([
  { audioMs: 0, limitMs: 3_000 },
  { audioMs: 2_000, limitMs: 5_000 },
  { audioMs: 600_000, limitMs: 30_000 },
])('The text of $audioMs ms of audio times out after $limitMs ms', ({ audioMs, limitMs }) => {
  const { clock, watchdog, lost } = watchReady();
  clock.advance(20_000);
  watchdog.awaitText(audioMs);
  clock.advance(limitMs - 1);
  expect(lost).toEqual([]);
  clock.advance(WATCHDOG.checkEveryMs);
  expect(lost).toEqual([`timeout at ${20_000 + limitMs}`]);
});

test('Progress restarts the timeout for text; another cut does not', () => {
  const { clock, watchdog, lost } = watchReady();
  watchdog.awaitText(1_000);
  clock.advance(3_000);
  watchdog.progressed();
  clock.advance(3_000);
  watchdog.awaitText(1_000);
  expect(lost).toEqual([]);
  clock.advance(1_000);
  expect(lost).toEqual(['timeout at 7000']);
});

test('Nothing times out while no text is awaited', () => {
  const { clock, watchdog, lost } = watchReady();
  watchdog.awaitText(1_000);
  clock.advance(1_000);
  watchdog.awaitText(undefined);
  clock.advance(60_000);
  expect(lost).toEqual([]);
});

test('After a sleep, a healthy connection is pinged first and kept', () => {
  const { clock, connection, watchdog, lost } = watchReady();
  watchdog.awaitText(1_000);
  clock.advance(2_600);
  clock.sleep(3_600_000);
  expect(connection.pingTimes.at(-1)).toBe(3_602_600);
  clock.advance(2_000);
  watchdog.progressed();
  clock.advance(2_000);
  expect(lost).toEqual([]);
});

test('After a sleep, a dead connection is lost after the full timeout', () => {
  const { clock, connection, lost } = watchReady();
  connection.answersPings = false;
  clock.sleep(3_600_000);
  clock.advance(60_000);
  expect(lost).toEqual(['network at 3605000']);
});

test('A sleep while connecting restarts the connection timeout', () => {
  const { clock, lost } = watch();
  clock.advance(9_000);
  clock.sleep(60_000);
  clock.advance(9_900);
  expect(lost).toEqual([]);
  clock.advance(100);
  expect(lost).toEqual(['network at 79000']);
});

test('A stopped watchdog reports nothing', () => {
  const { clock, watchdog, lost } = watch();
  watchdog.stop();
  clock.advance(60_000);
  expect(lost).toEqual([]);
  expect(clock.scheduledCount).toBe(0);
});
