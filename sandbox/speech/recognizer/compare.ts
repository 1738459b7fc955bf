/** How similar audio and reference must be to belong together. */
export const ALIKE = 0.7;

/** How two stretches of audio relate. */
export interface Comparison {
  /** Their correlation coefficient: 1 if one is the other, louder or softer; 0 if they have nothing in common or one is silent. */
  similarity: number;
  /** Root mean square of the first and of the second. */
  levels: [number, number];
}

/** Compares `length` samples of `a` from `atA` with those of `b` from `atB`, every `stride`-th one. Outside of both is silence. */
export function compare(
  a: Float32Array,
  atA: number,
  b: Float32Array,
  atB: number,
  length: number,
  stride = 1,
): Comparison {
  let product = 0;
  let energyA = 0;
  let energyB = 0;
  for (let index = 0; index < length; index += stride) {
    const inA = atA + index;
    const inB = atB + index;
    const sampleA = inA >= 0 && inA < a.length ? a[inA]! : 0;
    const sampleB = inB >= 0 && inB < b.length ? b[inB]! : 0;
    product += sampleA * sampleB;
    energyA += sampleA * sampleA;
    energyB += sampleB * sampleB;
  }
  const count = length / stride;
  return {
    similarity: energyA > 0 && energyB > 0 ? product / Math.sqrt(energyA * energyB) : 0,
    levels: [Math.sqrt(energyA / count), Math.sqrt(energyB / count)],
  };
}
