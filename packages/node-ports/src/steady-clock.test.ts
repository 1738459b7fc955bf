import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('A callback runs once, and not before it is due', () => {
  const callback = vi.fn();
  createSteadyClock().schedule(100, callback);
  vi.advanceTimersByTime(99);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(callback).toHaveBeenCalledOnce();
});

test('A callback without a delay runs after the call that scheduled it', () => {
  const callback = vi.fn();
  createSteadyClock().schedule(0, callback);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
});

test('A timer that fires early waits for the remaining time', () => {
  const clock = createSteadyClock();
  const callback = vi.fn();
  clock.schedule(100, callback);
  const early = vi.spyOn(performance, 'now').mockReturnValue(clock.now() + 99.5);
  vi.advanceTimersByTime(100);
  expect(callback).not.toHaveBeenCalled();
  early.mockRestore();
  vi.advanceTimersByTime(2);
  expect(callback).toHaveBeenCalledOnce();
});

test('A delay longer than the maximum of setTimeout is waited for in full, without polling', () => {
  const callback = vi.fn();
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  createSteadyClock().schedule(2 ** 31 + 100, callback);
  vi.advanceTimersByTime(2 ** 31);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(101);
  expect(callback).toHaveBeenCalledOnce();
  expect(setTimer).toHaveBeenCalledTimes(2);
});

test('A canceled callback does not run', () => {
  const callback = vi.fn();
  const callOff = createSteadyClock().schedule(100, callback);
  callOff();
  vi.advanceTimersByTime(1_000);
  expect(callback).not.toHaveBeenCalled();
});

test('Data that arrived while the process was blocked is handled before overdue callbacks', async () => {
  vi.useRealTimers();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [receiver] = (await once(server, 'connection')) as [Socket];
  const order: string[] = [];
  const isOver = Promise.withResolvers<void>();
  receiver.once('data', () => order.push('data'));
  sender.write('data', () => {
    const clock = createSteadyClock();
    clock.schedule(1, () => {
      order.push('timer');
      isOver.resolve();
    });
    for (const start = clock.now(); clock.now() < start + 20; );
  });
  await isOver.promise;
  expect(order).toEqual(['data', 'timer']);
  sender.destroy();
  receiver.destroy();
  server.close();
});

test('The monotonic time keeps advancing when the wall clock jumps back', () => {
  const clock = createSteadyClock();
  const before = clock.now();
  vi.setSystemTime(0);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.wallTime()).toBe(0);
});

test('The time zone is valid for Intl', () => {
  expect(() => new Intl.DateTimeFormat('en', { timeZone: createSteadyClock().timeZone() })).not.toThrow();
});
