/** Zero crossings of the interpolation kernel on each side, counted at the lower of the two rates. */
const ZERO_CROSSINGS = 16;
/** Share of the usable band that is kept; the rest is the filter's transition band. */
const PASS_BAND = 0.95;

/** Resamples a stream from one rate to another by windowed-sinc interpolation, without shifting it in time. */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  /** Input samples that an output sample depends on, on each side. */
  readonly #reach: number;
  /** One kernel for each position that an output sample can have between two input samples. */
  readonly #kernels: Float32Array[];
  /** Input samples still needed; the first one is at `#base` in the stream. */
  #pending: Float32Array;
  #base: number;
  #taken = 0;
  #given = 0;

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    const cutoff = Math.min(1, this.#up / this.#down) * PASS_BAND;
    this.#reach = Math.ceil(ZERO_CROSSINGS / Math.min(1, this.#up / this.#down));
    this.#kernels = Array.from({ length: this.#up }, (_, phase) => kernel(phase / this.#up, this.#reach, cutoff));
    this.#pending = new Float32Array(this.#reach);
    this.#base = -this.#reach;
  }

  /** Takes samples and returns those at the new rate that they complete. */
  push(samples: Float32Array): Float32Array {
    this.#taken += samples.length;
    return this.#give(samples);
  }

  /** Returns the last samples, as if silence followed. Nothing may be pushed afterwards. */
  flush(): Float32Array {
    const rest = Math.round((this.#taken * this.#up) / this.#down) - this.#given;
    return this.#give(new Float32Array(this.#reach + 1)).subarray(0, rest);
  }

  #give(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#pending.length + samples.length);
    input.set(this.#pending);
    input.set(samples, this.#pending.length);
    const end = this.#base + input.length;

    const firstOutput = this.#given;
    const outputs = Math.max(0, Math.ceil(((end - this.#reach) * this.#up) / this.#down) - firstOutput);
    const output = new Float32Array(outputs);
    for (let index = 0; index < outputs; index++) {
      const position = (firstOutput + index) * this.#down;
      const taps = this.#kernels[position % this.#up]!;
      const first = Math.floor(position / this.#up) - this.#reach + 1 - this.#base;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * input[first + tap]!;
      output[index] = sum;
    }

    const needed = Math.floor(((firstOutput + outputs) * this.#down) / this.#up) - this.#reach + 1;
    this.#pending = input.slice(needed - this.#base);
    this.#base = needed;
    this.#given += outputs;
    return output;
  }
}

/** Converts a whole sound to another rate. */
export function resample(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return samples;
  const resampler = new Resampler(fromRate, toRate);
  const start = resampler.push(samples);
  const rest = resampler.flush();
  const all = new Float32Array(start.length + rest.length);
  all.set(start);
  all.set(rest, start.length);
  return all;
}

/** The weights of the input samples around a position `fraction` after the middle one. */
function kernel(fraction: number, reach: number, cutoff: number): Float32Array {
  const taps = new Float32Array(2 * reach);
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap++) {
    const distance = tap - reach + 1 - fraction;
    const angle = Math.PI * distance * cutoff;
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * Math.min(Math.abs(distance), reach)) / reach);
    taps[tap] = sinc * hann;
    sum += sinc * hann;
  }
  return taps.map((weight) => weight / sum);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
