import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtPauses } from './split-at-pauses.ts';

const SECOND = 24_000;

/** A loud tone of this length, silent in the given ranges. */
function audio(length: number, ...pauses: [from: number, to: number][]): Int16Array {
  const samples = new Int16Array(length).fill(8_000);
  for (const [from, to] of pauses) samples.fill(0, from, to);
  return samples;
}

function lengths(parts: Int16Array[]): number[] {
  return parts.map((part) => part.length);
}

test('Audio that fits is not split', () => {
  const samples = audio(10 * SECOND);
  expect(splitAtPauses(samples, 10 * SECOND)).toEqual([samples]);
  expect(splitAtPauses(new Int16Array(0), 10 * SECOND)).toEqual([new Int16Array(0)]);
});

test('Audio is split in the middle of the pause', () => {
  const samples = audio(12 * SECOND, [8 * SECOND, 8 * SECOND + 480]);
  expect(lengths(splitAtPauses(samples, 10 * SECOND))).toEqual([8 * SECOND + 240, 4 * SECOND - 240]);
});

test('Of equal pauses, the last one is used', () => {
  const samples = audio(12 * SECOND, [4 * SECOND, 5 * SECOND], [8 * SECOND, 8 * SECOND + 480]);
  expect(splitAtPauses(samples, 10 * SECOND)[0]).toHaveLength(8 * SECOND + 240);
});

test('A pause more than a minute before the limit is ignored', () => {
  const samples = audio(200 * SECOND, [100 * SECOND, 110 * SECOND], [130 * SECOND, 131 * SECOND]);
  samples.fill(10, 130 * SECOND, 131 * SECOND);
  const [first] = splitAtPauses(samples, 180 * SECOND);
  expect(first!.length / SECOND).toBeGreaterThan(130);
  expect(first!.length / SECOND).toBeLessThan(131);
});

test('The parts make up the audio, in order and without gaps, and none is too long', () => {
  const anyAudio = fc
    .tuple(fc.integer({ min: 0, max: 20_000 }), fc.array(fc.tuple(fc.nat(20_000), fc.nat(3_000)), { maxLength: 10 }))
    .map(([length, pauses]) => audio(length, ...pauses.map(([from, of]): [number, number] => [from, from + of])));
  fc.assert(
    fc.property(anyAudio, fc.integer({ min: 480, max: 8_000 }), (samples, maxSamples) => {
      const parts = splitAtPauses(samples, maxSamples);
      expect(Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)))).toEqual(
        Buffer.from(samples.buffer),
      );
      expect(Math.max(...lengths(parts))).toBeLessThanOrEqual(maxSamples);
      if (parts.length > 1) expect(Math.min(...lengths(parts))).toBeGreaterThan(0);
    }),
  );
});
