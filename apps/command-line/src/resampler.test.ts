import { SAMPLE_RATE } from '@workspace/speech/provider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resample } from './resampler.ts';
import { collect } from './testing/collect.ts';
import { sweepSamples } from './testing/sweep.ts';

async function* inBlocks(samples: Float32Array, lengths: readonly number[]): AsyncGenerator<Float32Array> {
  let position = 0;
  for (const length of [...lengths, samples.length]) {
    yield samples.slice(position, position + length);
    position += length;
  }
}

const rates = fc.constantFrom(4_000, 8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000);

test('The length is exact, also for empty input', async () => {
  await fc.assert(
    fc.asyncProperty(rates, fc.nat(1_000), async (rate, length) => {
      const samples = await collect(resample(inBlocks(new Float32Array(length), []), rate));
      expect(samples.length).toBe(Math.round((length * SAMPLE_RATE) / rate));
    }),
    { numRuns: 50 },
  );
});

test('Block boundaries make no difference', async () => {
  await fc.assert(
    fc.asyncProperty(rates, fc.array(fc.nat(1_000), { maxLength: 8 }), async (rate, lengths) => {
      const sweep = sweepSamples({ seconds: 3_000 / rate, fromHz: 100, toHz: 0.4 * rate, amplitude: 0.8 }, rate);
      const samples = Float32Array.from(sweep);
      const whole = await collect(resample(inBlocks(samples, []), rate));
      expect(await collect(resample(inBlocks(samples, lengths), rate))).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});

test('The last sample is not lost', async () => {
  const samples = new Float32Array(4_800);
  samples[4_799] = 0.9;
  const resampled = await collect(resample(inBlocks(samples, []), 48_000));
  expect(Math.max(...resampled.subarray(-1))).toBeGreaterThan(0.25 * 0x8000);
});

test('Samples are rounded to the nearest integer, and clipped', async () => {
  const units = [0, 0.4, 0.6, -0.4, -0.6, 1_000.5, 32_767, 32_767.4, 32_768, 40_000, -32_768, -32_769, -40_000];
  const samples = Float32Array.from(units, (unit) => unit / 0x8000);
  const resampled = await collect(resample(inBlocks(samples, []), SAMPLE_RATE));
  expect([...resampled]).toEqual([0, 0, 1, 0, -1, 1_001, 32_767, 32_767, 32_767, 32_767, -32_768, -32_768, -32_768]);
});

test('Overshoot beyond full scale is clipped, not wrapped', async () => {
  const square = Float32Array.from({ length: 9_600 }, (_, i) => (Math.floor(i / 40) % 2 === 0 ? 1 : -1));
  const resampled = await collect(resample(inBlocks(square, []), 48_000));
  const plateaus = [...resampled.keys()].filter((i) => i % 20 >= 2 && i % 20 < 18);
  expect(plateaus.every((i) => Math.sign(resampled[i]!) === (Math.floor(i / 20) % 2 === 0 ? 1 : -1))).toBe(true);
});

test('Ending the iteration early closes the source too', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield new Float32Array(480);
    } finally {
      ended = true;
    }
  }
  for await (const _ of resample(endless(), 48_000)) break;
  expect(ended).toBe(true);
});
