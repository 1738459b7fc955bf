/** Samples from `from` up to, but not including, `to`. */
export interface SampleRange {
  from: number;
  to: number;
}

/** Tracks which samples of a session have become text. */
export class Coverage {
  /** In order, neither overlapping nor adjacent. */
  #ranges: SampleRange[] = [];

  /** The ranges before `limit` that are not covered, in order. */
  gapsBefore(limit: number): SampleRange[] {
    const starts = [0, ...this.#ranges.map(({ to }) => to)];
    const ends = [...this.#ranges.map(({ from }) => from), limit];
    return starts
      .map((from, index) => ({ from, to: Math.min(ends[index]!, limit) }))
      .filter(({ from, to }) => from < to);
  }

  /**
   * The first part of a range that is not covered yet, extended back to what is covered before it if at most `slack`
   * samples lie between. `undefined` if all of it is covered.
   */
  uncovered(range: SampleRange, slack: number): SampleRange | undefined {
    const gap = this.gapsBefore(range.to).find(({ to }) => range.from < to);
    if (gap === undefined) return undefined;
    return { from: range.from - gap.from <= slack ? gap.from : range.from, to: gap.to };
  }

  /** Marks a range that `uncovered` returned as covered. */
  add(range: SampleRange): void {
    const before = this.#ranges.filter(({ to }) => to <= range.from);
    const after = this.#ranges.filter(({ from }) => from >= range.to);
    const joined = { ...range };
    if (before.at(-1)?.to === range.from) joined.from = before.pop()!.from;
    if (after[0]?.from === range.to) joined.to = after.shift()!.to;
    this.#ranges = [...before, joined, ...after];
  }
}
