import { SAMPLE_RATE } from '@workspace/speech/provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MODEL_RATE, resample } from './resample.ts';

const AMPLITUDE = 0.5;
/** Samples at either end that are affected by the sound's start and end. */
const EDGE = 200;

function tone(hertz: number): Int16Array {
  return Int16Array.from(
    { length: SAMPLE_RATE / 2 },
    (_, index) => AMPLITUDE * 0x8000 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE),
  );
}

/** Returns the level between the edges, in dB relative to the tone. */
function levelDb(samples: Float32Array): number {
  const inner = samples.subarray(EDGE, -EDGE);
  const square = inner.reduce((sum, sample) => sum + sample * sample, 0) / inner.length;
  return 10 * Math.log10(square / (AMPLITUDE ** 2 / 2));
}

describe('Sound for the model', () => {
  test.for([100, 440, 1_000, 3_000, 5_000])('preserves the shape and timing of a tone of %i Hz', (hertz) => {
    const samples = resample(tone(hertz));
    const error = samples.map(
      (sample, index) => sample - AMPLITUDE * Math.sin((2 * Math.PI * hertz * index) / MODEL_RATE),
    );
    expect(levelDb(error)).toBeLessThan(-50);
  });

  test.for([100, 1_000, 3_000, 6_000])('preserves the level of %i Hz', (hertz) => {
    expect(Math.abs(levelDb(resample(tone(hertz))))).toBeLessThan(0.5);
  });

  test('preserves a constant level, without ripple from the filter’s phases', () => {
    const samples = resample(new Int16Array(4_800).fill(8_000)).subarray(EDGE, -EDGE);
    for (const sample of samples) expect(sample).toBeCloseTo(8_000 / 0x8000, 3);
  });

  test.for([8_500, 9_500, 10_000, 11_000, 11_900])('contains no alias of %i Hz', (hertz) => {
    expect(levelDb(resample(tone(hertz)))).toBeLessThan(-40);
  });

  test('has two samples for three, with bounded overshoot, and is silent for silence', () => {
    fc.assert(
      fc.property(fc.int16Array({ maxLength: 500 }), (pcm) => {
        const samples = resample(pcm);
        expect(samples.length).toBe(Math.floor((pcm.length * 2) / 3));
        // The filter overshoots where full scale meets its opposite.
        for (const sample of samples) expect(Math.abs(sample)).toBeLessThan(2.5);
      }),
    );
    expect(resample(new Int16Array(SAMPLE_RATE)).every((sample) => sample === 0)).toBe(true);
  });
});
