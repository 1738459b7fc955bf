import { BandFilter } from './band-filter.ts';
import { ALIKE, compare } from './compare.ts';
import { findPlace } from './find-place.ts';
import { RECOGNIZER_RATE, samplesOf } from './rate.ts';
import { RecentSamples } from './recent-samples.ts';
import { MARGIN, type Reference } from './reference.ts';

/** Received audio that is one continuous part of the reference. Positions are samples. */
export interface Stretch {
  /** In the received audio. */
  from: number;
  to: number;
  /** Offset from a position in the received audio to the same position in the reference. */
  shift: number;
}

/** Where in the reference received audio comes from. */
interface Place {
  shift: number;
  /** The factor from the reference to the audio; negative if the polarity is inverted. */
  gain: number;
}

/** Audio is followed in blocks of this length. */
const BLOCK = samplesOf(20);
/** The ends of a stretch are first searched for in steps of this length, then to the sample. */
const STEP = samplesOf(5);
/** How much audio a search looks for. */
const WINDOW = samplesOf(300);
/** Less audio is not searched for. */
const SHORTEST_WINDOW = samplesOf(100);
/** A shorter gap between two stretches belongs to one of them. */
const SHORTEST_GAP = samplesOf(50);
/** How long before the place where it was found a stretch may begin, and how much audio is kept for that. */
const LOOK_BACK = RECOGNIZER_RATE;
/** The most audio processed at once, so that little of it must be kept. */
const PORTION = RECOGNIZER_RATE;
/** Received audio below this root mean square counts as silence: 3 quantization steps of 16-bit audio. */
const SILENCE = 1e-4;

/**
 * Determines, while audio arrives, which parts of the reference it is made of: follows it while it continues at the
 * expected place, and searches again when it doesn't.
 */
export class Locator {
  readonly #reference: Reference;
  readonly #filter = new BandFilter();
  readonly #received = new RecentSamples();
  readonly #stretches: Stretch[] = [];
  /** Of the stretch being followed; undefined while there is none. */
  #gain: number | undefined;
  #decided = 0;
  #expected: number;

  /** `expected` is where in the reference the audio should begin; it decides between several matching places. */
  constructor(reference: Reference, expected = 0) {
    this.#reference = reference;
    this.#expected = expected;
  }

  /** The stretches in the audio before `decided`, in order. Later audio may still correct the last second. */
  get stretches(): readonly Readonly<Stretch>[] {
    return this.#stretches;
  }

  /** The position up to which the audio is decided. The rest waits for more audio. */
  get decided(): number {
    return this.#decided;
  }

  /** Takes the next samples. */
  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += PORTION) {
      this.#received.push(this.#filter.filter(samples.subarray(at, at + PORTION)));
      this.#judge('more audio may come');
      this.#received.forgetBefore(this.#decided - LOOK_BACK);
    }
  }

  /** Decides the rest of the audio without waiting for more. */
  settle(): void {
    this.#judge('this is all');
  }

  #judge(outlook: 'more audio may come' | 'this is all'): void {
    for (;;) {
      const available = this.#received.end - this.#decided;
      const block = Math.min(available, BLOCK);
      const window = Math.min(available, WINDOW);
      const mayWait = outlook === 'more audio may come';
      if (available === 0 || (mayWait && available < BLOCK)) return;

      if (this.#gain !== undefined && this.#follows(this.#decided, block)) {
        this.#follow(block);
      } else if (this.#gain === undefined && this.#isSilent(this.#decided, block)) {
        this.#decided += block;
      } else if (mayWait && available < WINDOW) {
        return;
      } else if (this.#gain !== undefined && this.#follows(this.#decided, window)) {
        this.#follow(block);
      } else if (this.#gain !== undefined) {
        this.#leave();
      } else {
        this.#search(window);
      }
    }
  }

  /** Whether the audio continues the last stretch. Very short audio is assumed to. */
  #follows(from: number, length: number): boolean {
    return length < STEP || this.#fits(this.#stretches.at(-1)!.shift, this.#gain!, from, length);
  }

  #follow(length: number): void {
    this.#decided += length;
    const last = this.#stretches.at(-1)!;
    last.to = this.#decided;
    this.#expected = this.#decided + last.shift;
  }

  /** Ends the last stretch. */
  #leave(): void {
    while (this.#decided + STEP <= this.#received.end && this.#follows(this.#decided, STEP)) this.#follow(STEP);
    this.#gain = undefined;
  }

  /** Searches the whole reference for the audio after `#decided`, and begins a stretch or skips some audio. */
  #search(length: number): void {
    const half = Math.floor(length / 2);
    const found = this.#find(length) ?? this.#find(half);
    if (found === undefined) {
      const passed = length < SHORTEST_WINDOW ? length : half;
      this.#decided += passed;
      this.#expected += passed;
      return;
    }
    // Audio at the start that doesn't fit comes from elsewhere.
    let lead = 0;
    const fitsAfterLead = () => this.#fits(found.shift, found.gain, this.#decided + lead, STEP);
    while (lead + STEP <= half && !fitsAfterLead()) lead += STEP;
    const before = this.#find(lead);
    if (before !== undefined) this.#begin(before, 0, lead);
    else this.#begin(found, lead, STEP);
  }

  #find(length: number): Place | undefined {
    if (length < SHORTEST_WINDOW) return undefined;
    const window = this.#received.between(this.#decided, this.#decided + length);
    const place = findPlace(this.#reference, window, this.#expected);
    if (place === undefined) return undefined;
    const shift = place - this.#decided;
    const { similarity, levels } = this.#compare(shift, this.#decided, length);
    return { shift, gain: (similarity * levels[0]) / levels[1] };
  }

  /** Adds a stretch of `length` samples after a lead of `lead` samples, and as many before them as fit. */
  #begin({ shift, gain }: Place, lead: number, length: number): void {
    this.#gain = gain;
    const earliest = Math.max(this.#received.start, this.#decided - LOOK_BACK);
    let from = this.#decided + lead;
    while (from - STEP >= earliest && this.#fits(shift, gain, from - STEP, STEP)) from -= STEP;
    from = this.#cutPrevious(shift, from);
    this.#stretches.push({ from, to: from, shift });
    this.#follow(Math.max(lead + length, from - this.#decided));
  }

  /** Ends the previous stretch where a new one, which fits from `from` on, takes over. Returns that position. */
  #cutPrevious(shift: number, from: number): number {
    // Stretches that the new one covers entirely were mistakes.
    while (this.#stretches.length > 0 && this.#stretches.at(-1)!.from >= from) this.#stretches.pop();
    const previous = this.#stretches.at(-1);
    if (previous === undefined || from - previous.to > SHORTEST_GAP) return from;
    previous.to = this.#boundary(previous, shift, Math.min(from, previous.to));
    return previous.to;
  }

  /**
   * The position from which the audio resembles the new stretch more than the previous one. It may be somewhat after
   * the place where the new one was found, as the audio searched for may begin with the end of the previous one.
   */
  #boundary(previous: Stretch, shift: number, earliest: number): number {
    const from = Math.max(earliest - STEP, previous.from, this.#received.start);
    const to = Math.min(this.#decided + WINDOW / 2, this.#received.end);
    const received = this.#received.between(from, to);
    const { band } = this.#reference;
    const excess = (index: number, candidate: number): number => {
      const original = this.#gain! * (band[from + index + candidate + MARGIN] ?? 0);
      return (received[index]! - original) ** 2;
    };
    let cost = 0;
    let lowest = 0;
    let best = from;
    for (let index = 0; index < received.length; index++) {
      cost += excess(index, previous.shift) - excess(index, shift);
      if (cost < lowest) {
        lowest = cost;
        best = from + index + 1;
      }
    }
    return best;
  }

  #fits(shift: number, gain: number, from: number, length: number): boolean {
    const { similarity, levels } = this.#compare(shift, from, length);
    if (Math.abs(similarity) >= ALIKE) return true;
    const [received, original] = levels;
    return original < this.#reference.quiet && received < Math.max(2 * Math.abs(gain) * this.#reference.quiet, SILENCE);
  }

  #compare(shift: number, from: number, length: number) {
    const audio = this.#received.between(from, from + length);
    return compare(audio, 0, this.#reference.band, from + shift + MARGIN, length);
  }

  #isSilent(from: number, length: number): boolean {
    const audio = this.#received.between(from, from + length);
    return compare(audio, 0, audio, 0, length).levels[0] < SILENCE;
  }
}
