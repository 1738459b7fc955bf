import { expect, test } from 'vitest';
import { concatenated, millisecondsOf, pcmBytes, samplesIn } from './samples.ts';

test('A second has 24,000 samples', () => {
  expect(samplesIn(1_000)).toBe(24_000);
  expect(samplesIn(0.05)).toBe(1);
  expect(millisecondsOf(36_000)).toBe(1_500);
});

test('Samples are encoded with the low byte first, without a copy', () => {
  const samples = Int16Array.of(7, 1, -2).subarray(1);
  const bytes = pcmBytes(samples);
  expect(bytes).toEqual(Uint8Array.of(1, 0, 0xfe, 0xff));
  expect(bytes.buffer).toBe(samples.buffer);
});

test('Pieces are concatenated in order, whatever arrays they are views of', () => {
  const numbers = Int16Array.of(1, 2, 3, 4);
  expect(concatenated([numbers.subarray(2), new Int16Array(), numbers.subarray(0, 1)])).toEqual(Int16Array.of(3, 4, 1));
  expect(concatenated([])).toEqual(new Int16Array());
});
