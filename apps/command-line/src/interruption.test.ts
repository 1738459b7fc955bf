import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitInterruption } from './interruption.ts';

const handlers = new Map<string | symbol, () => void>();
const exit = vi.fn<(code?: number | string | null) => never>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(process, 'on').mockImplementation((name, handler) => {
    handlers.set(name, handler);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation(exit);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  exit.mockReset();
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s aborts the signal at once, and exits after two seconds if the process is still running', (name, exitCode) => {
  const interruption = awaitInterruption();
  expect([interruption.signal.aborted, interruption.exitCode]).toEqual([false, undefined]);
  handlers.get(name)!();
  expect([interruption.signal.aborted, interruption.exitCode]).toEqual([true, exitCode]);
  vi.advanceTimersByTime(1_000);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(exit).toHaveBeenCalledExactlyOnceWith(exitCode);
});

test('Only the first signal counts', () => {
  const interruption = awaitInterruption();
  handlers.get('SIGTERM')!();
  handlers.get('SIGINT')!();
  vi.advanceTimersByTime(2_000);
  expect(interruption.exitCode).toBe(143);
  expect(exit).toHaveBeenCalledExactlyOnceWith(143);
});
