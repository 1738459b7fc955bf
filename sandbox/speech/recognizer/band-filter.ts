import { RECOGNIZER_RATE } from './rate.ts';

const LOW_CUT_HZ = 300;
const HIGH_CUT_HZ = 3_200;
const BUTTERWORTH_Q = Math.SQRT1_2;

/**
 * Keeps only the telephone band of a stream. Whatever processing audio went through (8 kHz files, high-pass filters,
 * any resampler), this band survives almost unchanged, so audio is compared in it alone.
 */
export class BandFilter {
  readonly #stages = [
    biquad('high-pass', LOW_CUT_HZ),
    biquad('low-pass', HIGH_CUT_HZ),
    biquad('low-pass', HIGH_CUT_HZ),
  ];

  /** Filters the next samples of the stream. */
  filter(samples: Float32Array): Float32Array {
    let output = samples;
    for (const stage of this.#stages) output = stage(output);
    return output;
  }
}

/** A second-order filter from the Audio EQ Cookbook. */
function biquad(kind: 'high-pass' | 'low-pass', frequency: number): (samples: Float32Array) => Float32Array {
  const angle = (2 * Math.PI * frequency) / RECOGNIZER_RATE;
  const alpha = Math.sin(angle) / (2 * BUTTERWORTH_Q);
  const cosine = Math.cos(angle);
  const scale = 1 + alpha;
  const outer = (kind === 'low-pass' ? (1 - cosine) / 2 : (1 + cosine) / 2) / scale;
  const middle = kind === 'low-pass' ? 2 * outer : -2 * outer;
  const back1 = (-2 * cosine) / scale;
  const back2 = (1 - alpha) / scale;
  let input1 = 0;
  let input2 = 0;
  let output1 = 0;
  let output2 = 0;
  return (samples) => {
    const outputs = new Float32Array(samples.length);
    for (let index = 0; index < samples.length; index++) {
      const input = samples[index]!;
      const output = outer * input + middle * input1 + outer * input2 - back1 * output1 - back2 * output2;
      input2 = input1;
      input1 = input;
      output2 = output1;
      output1 = output;
      outputs[index] = output;
    }
    return outputs;
  };
}
