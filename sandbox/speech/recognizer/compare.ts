/** The minimum similarity at which audio counts as part of the reference. */
export const ALIKE = 0.7;

/** How two stretches of audio compare. */
export interface Comparison {
  /** Correlation coefficient: 1 if they differ only in level; 0 if they have nothing in common or one is silent. */
  similarity: number;
  /** Root mean square of the first and of the second. */
  levels: [number, number];
}

/** Compares every `stride`-th of `length` samples of `a` from `atA` and `b` from `atB`. Silence surrounds both. */
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
