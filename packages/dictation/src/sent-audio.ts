import type { Range } from './transcript.ts';

/** Adds a range to what was sent, as part of the last one where it continues it. */
export function append(sent: readonly Range[], { from, to }: Range): Range[] {
  const last = sent.at(-1);
  return last?.to === from ? [...sent.slice(0, -1), { from: last.from, to }] : [...sent, { from, to }];
}

/**
 * Where a range of a session's positions lies in the take. The session's positions count through what it was sent; what was
 * never sent is left out.
 */
export function toTake(sent: readonly Range[], range: Range): Range[] {
  const ranges: Range[] = [];
  let offset = 0;
  for (const part of sent) {
    const from = Math.max(range.from, offset);
    const to = Math.min(range.to, offset + part.to - part.from);
    if (from < to) ranges.push({ from: part.from + from - offset, to: part.from + to - offset });
    offset += part.to - part.from;
  }
  return ranges;
}
