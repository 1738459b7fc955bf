/** Samples from `from` up to, but without, `to`. */
export interface SampleRange {
  from: number;
  to: number;
}

/** Which samples of a session have become text. */
export class Coverage {
  /** In order, without overlap, and none touching the next. */
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
   * The part of a range that is not covered yet, stretched to what is covered before it if no more than `slack`
   * samples are between. `undefined` if all of it is covered.
   */
  uncovered(range: SampleRange, slack: number): SampleRange | undefined {
    const gap = this.gapsBefore(range.to).find(({ to }) => range.from < to);
    if (gap === undefined) return undefined;
    return { from: range.from - gap.from <= slack ? gap.from : range.from, to: gap.to };
  }

  /** Covers a range that `uncovered` returned. */
  add(range: SampleRange): void {
    const before = this.#ranges.filter(({ to }) => to <= range.from);
    const after = this.#ranges.filter(({ from }) => from >= range.to);
    const joined = { ...range };
    if (before.at(-1)?.to === range.from) joined.from = before.pop()!.from;
    if (after[0]?.from === range.to) joined.to = after.shift()!.to;
    this.#ranges = [...before, joined, ...after];
  }
}
