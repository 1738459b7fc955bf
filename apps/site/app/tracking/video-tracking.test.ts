import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { followVideo } from './video-tracking.ts';

const VIDEO = { videoUrl: '/demo.webm', timestamp: '2027-01-15T08:00:00.000Z' };

function watch() {
  const track = vi.fn<(event: string, metadata: Record<string, unknown>) => void>();
  return { track, ...followVideo('/demo.webm', track, () => 1_800_000_000_000) };
}

describe('a video', () => {
  test('counts as played once, however often it is started', () => {
    const { track, onPlay } = watch();
    onPlay();
    onPlay();
    expect(track.mock.calls).toEqual([['demo_video_play', VIDEO]]);
  });

  test('counts each quarter once, when it is reached', () => {
    const { track, onProgress } = watch();
    for (const second of [0, 2.4, 2.5, 2.6, 5, 7.4, 7.5, 10, 10, 0, 5]) onProgress(second, 10);
    expect(track.mock.calls).toEqual(
      [25, 50, 75, 100].map((percent) => ['demo_video_progress', { ...VIDEO, percent }]),
    );
  });

  test('counts the quarters that were skipped over, and none before it is reached', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 })), (tenths) => {
        const { track, onProgress } = watch();
        for (const tenth of tenths) onProgress(tenth, 1_000);
        const furthest = Math.max(0, ...tenths) / 10;
        const expected = [25, 50, 75, 100].filter((percent) => percent <= furthest);
        expect(track.mock.calls.map(([, { percent }]) => percent)).toEqual(expected);
      }),
    );
  });

  test('counts nothing while its length is unknown', () => {
    const { track, onProgress } = watch();
    for (const length of [Number.NaN, 0, -1]) onProgress(0, length);
    onProgress(5, Number.POSITIVE_INFINITY);
    expect(track).not.toHaveBeenCalled();
  });
});
