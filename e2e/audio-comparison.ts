/** Samples from -1 to 1. */
type Samples = Float64Array;

/** Reads 16-bit little-endian PCM. */
export function samplesOf(pcm: Buffer): Samples {
  return Float64Array.from({ length: pcm.length / 2 }, (_, index) => pcm.readInt16LE(index * 2) / 0x8000);
}

/**
 * The delay of audio against the original in samples (negative: early), found by the highest cross-correlation within a
 * search range.
 */
export function delayOf(audio: Samples, original: Samples, reach: number): number {
  let best = { delay: 0, correlation: Number.NEGATIVE_INFINITY };
  for (let delay = -reach; delay <= reach; delay += 1) {
    let correlation = 0;
    for (let index = Math.max(0, delay); index < audio.length; index += 1) {
      correlation += audio[index]! * (original[index - delay] ?? 0);
    }
    if (correlation > best.correlation) best = { delay, correlation };
  }
  return best.delay;
}

/** How far the difference between audio and original lies below the original, in dB, over a range of samples. */
export function fidelityDb(audio: Samples, original: Samples, from = 0, to = audio.length): number {
  let signal = 0;
  let difference = 0;
  for (let index = from; index < to; index += 1) {
    signal += original[index]! ** 2;
    difference += ((audio[index] ?? 0) - original[index]!) ** 2;
  }
  return 10 * Math.log10(signal / difference);
}
