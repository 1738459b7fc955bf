import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AudioBuffer } from './audio-buffer.ts';

const counting = (from: number, to: number) =>
  Int16Array.from({ length: to - from }, (_, index) => (from + index) % 30_000);

describe('an audio buffer', () => {
  it('returns any range of the appended samples, however they were split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 12 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (lengths, one, other) => {
          const buffer = new AudioBuffer();
          for (const length of lengths) buffer.append(counting(buffer.end, buffer.end + length));
          const from = Math.floor(Math.min(one, other) * buffer.end);
          const to = Math.floor(Math.max(one, other) * buffer.end);
          expect(buffer.read(from, to)).toEqual(counting(from, to));
        },
      ),
    );
  });

  it('forgets whole seconds, and keeps the rest', () => {
    const buffer = new AudioBuffer();
    buffer.append(counting(0, 100_000));
    buffer.forget(60_000);
    expect(buffer.start).toBe(48_000);
    expect(buffer.read(60_000, 100_000)).toEqual(counting(60_000, 100_000));
    expect(() => buffer.read(47_999, 60_000)).toThrow(RangeError);
  });

  it('keeps working after everything was forgotten', () => {
    const buffer = new AudioBuffer();
    buffer.append(counting(0, 24_000));
    buffer.forget(24_000);
    buffer.append(counting(24_000, 30_000));
    expect(buffer.read(24_000, 30_000)).toEqual(counting(24_000, 30_000));
  });

  it('rejects ranges that were never appended', () => {
    const buffer = new AudioBuffer();
    buffer.append(counting(0, 10));
    expect(() => buffer.read(0, 11)).toThrow(RangeError);
  });
});
