import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_SAMPLES, SampleFrames } from './sample-frames.ts';

/** Returns the samples of all frames that these chunks make, including the last one. */
function gathered(...pieces: (readonly number[])[]): number[] {
  const frames = new SampleFrames();
  const complete = pieces.flatMap((samples) => frames.add(Float32Array.from(samples)));
  return [...complete, ...frames.flush()].flatMap((frame) => [...frame]);
}

describe('sample frames', () => {
  it.each([
    [0, 0],
    [0.5, 16_384],
    [-0.5, -16_384],
    [1.4 / 32_768, 1],
    [1.6 / 32_768, 2],
    [-1.6 / 32_768, -2],
    [1, 32_767],
    [-1, -32_768],
    [1.7, 32_767],
    [-3, -32_768],
  ])('are rounded and clipped: %d becomes %d', (sample, expected) => {
    expect(gathered([sample])).toEqual([expected]);
  });

  it('are full except the last, and contain every sample in order, however the sound is split into chunks', () => {
    const piece = fc.array(fc.integer({ min: -0x8000, max: 0x7fff }), { maxLength: 700 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const frames = new SampleFrames();
        const complete = pieces.flatMap((samples) =>
          frames.add(Float32Array.from(samples, (sample) => sample / 0x8000)),
        );
        const last = frames.flush();
        expect(complete.every(({ length }) => length === FRAME_SAMPLES)).toBe(true);
        expect(last.every(({ length }) => length > 0 && length < FRAME_SAMPLES)).toBe(true);
        expect([...complete, ...last].flatMap((frame) => [...frame])).toEqual(pieces.flat());
        expect(frames.flush()).toEqual([]);
      }),
    );
  });
});
