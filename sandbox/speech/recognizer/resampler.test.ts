import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Resampler, resample } from './resampler.ts';

function tone(hertz: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

describe('Resampler', () => {
  test.each([8_000, 16_000, 22_050, 44_100, 48_000, 96_000])('preserves a tone when resampling from %i Hz', (rate) => {
    const expected = tone(1_000, 24_000, 0.5);
    const resampled = resample(tone(1_000, rate, 0.5), rate, 24_000);
    expect(resampled.length).toBe(expected.length);
    const worst = expected
      .subarray(500, -500)
      .reduce((largest, sample, index) => Math.max(largest, Math.abs(sample - resampled[index + 500]!)), 0);
    expect(worst).toBeLessThan(0.01);
  });

  test('removes frequencies that the new rate cannot represent', () => {
    const resampled = resample(tone(20_000, 48_000, 0.5), 48_000, 24_000);
    expect(resampled.subarray(500, -500).reduce((largest, sample) => Math.max(largest, sample), 0)).toBeLessThan(0.01);
  });

  test('returns the same for a stream in any pieces as for the whole', () => {
    const samples = tone(440, 16_000, 0.1);
    const whole = resample(samples, 16_000, 24_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }), (lengths) => {
        const resampler = new Resampler(16_000, 24_000);
        const given: number[] = [];
        let at = 0;
        for (const length of [...lengths, samples.length]) {
          given.push(...resampler.push(samples.subarray(at, at + length)));
          at = Math.min(samples.length, at + length);
        }
        given.push(...resampler.flush());
        expect(Float32Array.from(given)).toEqual(whole);
      }),
    );
  });
});
