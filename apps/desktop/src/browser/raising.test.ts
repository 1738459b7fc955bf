import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { Raising } from './raising.ts';

/** A window, and another one that covers it again after each of the first `stubbornness` raises. */
function rivals(stubbornness: number) {
  const clock = new FakeClock();
  const screen = { raises: 0, isCovered: false };
  const cover = (isCovered: boolean) => {
    screen.isCovered = isCovered;
    raising.setCovered(isCovered);
  };
  const raising = new Raising(clock, () => {
    screen.raises += 1;
    cover(false);
    if (screen.raises <= stubbornness) cover(true);
  });
  return { clock, screen, cover, raising };
}

test('A covered window is raised immediately, each time', () => {
  const { clock, screen, cover } = rivals(0);
  for (let times = 1; times <= 20; times += 1) {
    cover(true);
    expect(screen).toEqual({ raises: times, isCovered: false });
    clock.advance(1_000);
  }
  expect(clock.scheduledCount).toBe(0);
});

test('A window that keeps being covered is raised five times a second until the other one gives up', () => {
  const { clock, screen, cover } = rivals(20);
  cover(true);
  clock.advance(3_000);
  expect(screen).toEqual({ raises: 16, isCovered: true });
  clock.advance(1_000);
  expect(screen).toEqual({ raises: 21, isCovered: false });
  clock.advance(10_000);
  expect([screen.raises, clock.scheduledCount]).toEqual([21, 0]);
});

test('A window that is covered twice in quick succession is raised a second time', () => {
  const { clock, screen, cover } = rivals(0);
  cover(true);
  cover(true);
  expect(screen).toEqual({ raises: 1, isCovered: true });
  clock.advance(200);
  expect(screen).toEqual({ raises: 2, isCovered: false });
});

test('A closed window is no longer raised', () => {
  const { clock, screen, cover, raising } = rivals(20);
  cover(true);
  raising.close();
  expect(clock.scheduledCount).toBe(0);
  cover(true);
  expect(screen.raises).toBe(1);
});
