/** Distance between two levels, in samples: 2.5 ms. */
export const LEVEL_STEP = 60;
/** Samples per level: 5 ms. */
const LEVEL_FRAME = 120;

/**
 * The level envelope of audio, in overlapping frames: the square root of the root mean square, so that loud moments
 * don't outweigh all others, and a change of volume scales all levels by the same factor.
 */
export function levels(samples: Float32Array): Float32Array {
  const steps = new Float64Array(Math.floor(samples.length / LEVEL_STEP));
  for (let step = 0; step < steps.length; step++) {
    let energy = 0;
    for (let at = step * LEVEL_STEP; at < (step + 1) * LEVEL_STEP; at++) energy += samples[at]! * samples[at]!;
    steps[step] = energy;
  }
  const stepsPerFrame = LEVEL_FRAME / LEVEL_STEP;
  const result = new Float32Array(Math.max(0, steps.length - stepsPerFrame + 1));
  for (let frame = 0; frame < result.length; frame++) {
    let energy = 0;
    for (let step = frame; step < frame + stepsPerFrame; step++) energy += steps[step]!;
    result[frame] = Math.sqrt(Math.sqrt(energy / LEVEL_FRAME));
  }
  return result;
}
