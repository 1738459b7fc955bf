/** A tone that glides from one frequency to another, fading in and out. */
export interface Sweep {
  seconds: number;
  fromHz: number;
  toHz: number;
  amplitude: number;
}

const FADE_SECONDS = 0.05;

/** Returns the sweep's samples at a sample rate. They describe the same sound at any rate above twice `toHz`. */
export function sweepSamples({ seconds, fromHz, toHz, amplitude }: Sweep, sampleRate: number): Float64Array {
  const samples = new Float64Array(Math.round(seconds * sampleRate));
  return samples.map((_, i) => {
    const time = i / sampleRate;
    const turns = fromHz * time + ((toHz - fromHz) * time * time) / (2 * seconds);
    return amplitude * fade(Math.min(time, seconds - time)) * Math.sin(2 * Math.PI * turns);
  });
}

function fade(seconds: number): number {
  const share = Math.min(1, Math.max(0, seconds / FADE_SECONDS));
  return (1 - Math.cos(Math.PI * share)) / 2;
}

/** Returns how far the difference of two signals is below the first, in dB, over the length of the second. */
export function signalToErrorDb(expected: Float64Array, actual: Int16Array): number {
  let signal = 0;
  let error = 0;
  for (const [i, sample] of actual.entries()) {
    signal += expected[i]! ** 2;
    error += (expected[i]! - sample) ** 2;
  }
  return 10 * Math.log10(signal / error);
}
