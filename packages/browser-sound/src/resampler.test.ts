import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

const TO = 24_000;
/** Sample rates of microphones, in Hz. */
const RATES = [8_000, 16_000, 24_000, 44_100, 48_000, 96_000];
const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  );

function resampled(sound: Float32Array, rate: number, ...cuts: number[]): number[] {
  const resampler = new Resampler(rate, TO);
  const edges = [0, ...cuts, sound.length].sort((one, other) => one - other);
  const pieces = edges.slice(1).map((edge, index) => resampler.push(sound.subarray(edges[index], edge)));
  return [...pieces, resampler.flush()].flatMap((piece) => [...piece]);
}

/** Returns the peak amplitude, except for 10 ms at either end, where the tone starts and stops abruptly. */
const loudest = (samples: readonly number[]) => Math.max(...samples.slice(240, -240).map(Math.abs));

describe('resampling', () => {
  it.each(RATES)('preserves the shape and timing of speech frequencies: from %d Hz', (rate) => {
    const samples = resampled(tone(1_234, rate), rate);
    const wanted = [...tone(1_234, TO)];
    expect(samples).toHaveLength(wanted.length);
    expect(loudest(samples.map((sample, index) => sample - wanted[index]!))).toBeLessThan(1e-4);
  });

  it.each([44_100, 48_000, 96_000])('does not alias frequencies too high for the lower rate: from %d Hz', (rate) => {
    expect(loudest(resampled(tone(13_500, rate), rate))).toBeLessThan(1e-3);
  });

  it('gives the same samples however the sound is split into chunks', () => {
    const sound = tone(440, 44_100, 0.01);
    const whole = resampled(sound, 44_100);
    fc.assert(
      fc.property(fc.array(fc.nat(sound.length)), (cuts) => {
        expect(resampled(sound, 44_100, ...cuts)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});
