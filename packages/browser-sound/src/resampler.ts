/** Half the length of the filter, in samples of the lower rate. */
const REACH = 32;
/** Cutoff as a fraction of the lower rate's band, which leaves room for the filter's slope. */
const PASS_BAND = 0.92;

/** Resamples mono sound, chunk by chunk: windowed-sinc interpolation with polyphase filters. */
export class Resampler {
  readonly fromRate: number;
  /** Output samples are `#down / #up` input samples apart. */
  readonly #up: number;
  readonly #down: number;
  /** Half the length of the filter, in input samples. */
  readonly #reach: number;
  /** The filter's taps for each position that an output sample can have between two input samples. */
  readonly #filters: readonly Float32Array[];
  /** The input samples that are still needed; the first of them has the index `#first` in the whole input. */
  #input: Float32Array;
  #first: number;
  #taken = 0;
  #given = 0;

  /** Rates are integers, in samples per second. */
  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    const ratio = Math.min(1, toRate / fromRate);
    this.fromRate = fromRate;
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    this.#reach = fromRate === toRate ? 1 : Math.ceil(REACH / ratio);
    const cutOff = fromRate === toRate ? 1 : PASS_BAND * ratio;
    this.#filters = Array.from({ length: this.#up }, (_, place) => filterAt(place / this.#up, this.#reach, cutOff));
    this.#input = new Float32Array(this.#reach);
    this.#first = -this.#reach;
  }

  /** Takes input samples. Returns the output samples that can be computed so far. */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    this.#taken += samples.length;
    return this.#extend(samples);
  }

  /** Returns the last output samples, as if silence followed. Nothing may be pushed afterwards. */
  flush(): Float32Array<ArrayBuffer> {
    const missing = Math.round((this.#taken * this.#up) / this.#down) - this.#given;
    return this.#extend(new Float32Array(this.#reach + 1)).subarray(0, missing);
  }

  #extend(samples: Float32Array): Float32Array<ArrayBuffer> {
    const input = new Float32Array(this.#input.length + samples.length);
    input.set(this.#input);
    input.set(samples, this.#input.length);
    const lastMiddle = this.#first + input.length - this.#reach;
    const upTo = Math.max(this.#given, Math.ceil((lastMiddle * this.#up) / this.#down));
    const output = new Float32Array(upTo - this.#given);
    for (let index = 0; index < output.length; index += 1) {
      const place = (this.#given + index) * this.#down;
      const filter = this.#filters[place % this.#up]!;
      const from = this.#firstNeeded(place) - this.#first;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap += 1) sum += filter[tap]! * input[from + tap]!;
      output[index] = sum;
    }
    this.#given = upTo;
    const needed = this.#firstNeeded(upTo * this.#down);
    this.#input = input.slice(needed - this.#first);
    this.#first = needed;
    return output;
  }

  #firstNeeded(place: number): number {
    return Math.floor(place / this.#up) - this.#reach + 1;
  }
}

/** Returns the taps for a position `fraction` of a sample after the middle input sample. They sum to one. */
function filterAt(fraction: number, reach: number, cutOff: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    const angle = Math.PI * distance * cutOff;
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
    const phase = (Math.PI * distance) / reach;
    // Blackman window.
    return sinc * (0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
