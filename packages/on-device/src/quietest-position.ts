/**
 * Returns the middle of the quietest stretch of `length` samples between two positions, where sound is best cut. Of
 * equally quiet stretches, it uses the last.
 */
export function quietestPosition(samples: Int16Array | Float32Array, from: number, to: number, length: number): number {
  const first = Math.max(0, Math.floor(from));
  const last = Math.min(samples.length, Math.floor(to)) - length;
  if (last <= first) return Math.floor((first + Math.min(samples.length, to)) / 2);
  const energyAt = (index: number) => samples[index]! * samples[index]!;
  let energy = 0;
  for (let index = first; index < first + length; index += 1) energy += energyAt(index);
  let lowest = energy;
  let quietest = first;
  for (let start = first + 1; start <= last; start += 1) {
    energy += energyAt(start + length - 1) - energyAt(start - 1);
    if (energy > lowest) continue;
    lowest = energy;
    quietest = start;
  }
  return quietest + Math.floor(length / 2);
}
