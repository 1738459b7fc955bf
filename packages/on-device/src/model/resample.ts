import { SAMPLE_RATE } from '@workspace/speech/provider';

/** The sample rate of the model's input in Hz. Samples are mono, from -1 to 1. */
export const MODEL_RATE = 16_000;

/** Two samples out for three in. */
const UP = MODEL_RATE / 8_000;
const DOWN = SAMPLE_RATE / 8_000;
/** Taps of the low-pass filter on either side of its center, at the intermediate rate (48 kHz). */
const HALF_LENGTH = 48;
/** Cutoff in Hz, below half the lower rate, so that nothing is aliased into speech. */
const CUT_OFF = 7_400;

const FILTER = lowPass();

/**
 * Resamples PCM16 from `SAMPLE_RATE` to `MODEL_RATE`, with a polyphase windowed-sinc filter. A library for arbitrary
 * ratios would add 2 MB to the web page.
 */
export function resample(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(Math.floor((pcm.length * UP) / DOWN));
  for (let index = 0; index < samples.length; index += 1) {
    // At the intermediate rate, every second sample is zero: only the taps at the other samples count.
    const middle = index * DOWN;
    let sum = 0;
    const first = Math.max(0, Math.ceil((middle - HALF_LENGTH) / UP));
    const last = Math.min(pcm.length - 1, Math.floor((middle + HALF_LENGTH) / UP));
    for (let source = first; source <= last; source += 1) {
      sum += pcm[source]! * FILTER[source * UP - middle + HALF_LENGTH]!;
    }
    samples[index] = sum / 0x8000;
  }
  return samples;
}

/** Returns a Blackman-windowed sinc whose taps sum to `UP`, since all but every `UP`th are at a zero sample. */
function lowPass(): Float32Array {
  const taps = new Float32Array(2 * HALF_LENGTH + 1);
  const cutOff = CUT_OFF / (SAMPLE_RATE * UP);
  for (let index = 0; index < taps.length; index += 1) {
    const distance = index - HALF_LENGTH;
    const phase = (Math.PI * index) / HALF_LENGTH;
    const window = 0.42 - 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
    const sinc = distance === 0 ? 1 : Math.sin(2 * Math.PI * cutOff * distance) / (2 * Math.PI * cutOff * distance);
    taps[index] = sinc * window;
  }
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => (tap * UP) / sum);
}
