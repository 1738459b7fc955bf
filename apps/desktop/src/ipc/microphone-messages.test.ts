import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeSampleFrame, encodeSampleFrame } from './microphone-messages.ts';

it('a sample frame is decoded as it was encoded, at any memory offset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.int16Array(), fc.nat(5), (stream, samples, offset) => {
      const frame = encodeSampleFrame(stream, samples);
      const moved = new Uint8Array(frame.length + offset);
      moved.set(frame, offset);
      expect(decodeSampleFrame(moved.subarray(offset))).toEqual({ stream, samples });
    }),
  );
});

it('data of an impossible length is not a frame', () => {
  expect(decodeSampleFrame(new Uint8Array(3))).toBeUndefined();
  expect(decodeSampleFrame(new Uint8Array(5))).toBeUndefined();
});
