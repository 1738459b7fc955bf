import { applyNewlinePolicy } from './newlines.ts';
import type { Inserter, InsertionOutcome, InsertionTarget, WallClock } from './ports.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import { appendText, joinText } from './spacing.ts';
import { INSERTION } from './tuning.ts';

/** Text as it is to stand in the field: replaced, safe for the kind of field, and spaced from what stands before the caret. */
export function composeInsertion(
  text: string,
  field: { kind: InsertionTarget['kind']; textBefore: string | undefined },
  replacements: readonly Replacement[],
): string {
  return joinText(field.textBefore, applyNewlinePolicy(applyReplacements(text, replacements), field.kind));
}

export interface Insertion {
  text: string;
  target: Promise<InsertionTarget>;
  /** Called once with what became of the text, as it was composed; not at all if the take was dropped. */
  onDone(outcome: InsertionOutcome, composed: string): void;
}

/** A take's place in the order, and its texts that wait. */
interface Slot {
  openedAt: number;
  waiting: Insertion[];
  closed: boolean;
}

interface Turn {
  take: number;
  /** When the take began. */
  openedAt: number;
  insertion: Insertion;
}

/**
 * Puts texts into their fields one after the other, in the order in which they were spoken: the text of a later take
 * waits until the earlier one has none left.
 */
export class InsertionQueue {
  readonly #inserter: Inserter;
  readonly #clock: WallClock;
  readonly #replacements: () => readonly Replacement[];
  readonly #slots = new Map<number, Slot>();
  #busy = false;
  /** The text being inserted, while it still may be. */
  #current: Turn | undefined;
  #last: { target: string; text: string; at: number } | undefined;
  /** What was put on the clipboard last since it could not be inserted. */
  #left: { text: string; at: number } | undefined;

  constructor(ports: { inserter: Inserter; clock: WallClock }, replacements: () => readonly Replacement[]) {
    this.#inserter = ports.inserter;
    this.#clock = ports.clock;
    this.#replacements = replacements;
  }

  /** Gives a take its place in the order. */
  open(take: number): void {
    this.#slots.set(take, { openedAt: this.#clock.now(), waiting: [], closed: false });
  }

  /** Adds a text to a take's; one that has lost its place gets the last one. */
  add(take: number, insertion: Insertion): void {
    const slot = this.#slots.get(take) ?? { openedAt: this.#clock.now(), waiting: [], closed: true };
    this.#slots.set(take, slot);
    slot.waiting.push(insertion);
    this.#proceed();
  }

  /** No more text comes for now; later takes need not wait for this one. */
  close(take: number): void {
    const slot = this.#slots.get(take);
    if (slot) slot.closed = true;
    this.#proceed();
  }

  /** Forgets what has not been inserted yet. */
  drop(take: number): void {
    this.#slots.delete(take);
    if (this.#current?.take === take) this.#current = undefined;
    this.#proceed();
  }

  /** Forgets what was inserted, or left on the clipboard, last. */
  forget(): void {
    this.#last = undefined;
    this.#left = undefined;
  }

  #proceed(): void {
    if (this.#busy) return;
    const next = this.#next();
    if (!next) return;
    this.#busy = true;
    this.#current = next;
    this.#insert(next).finally(() => {
      this.#busy = false;
      this.#proceed();
    });
  }

  /** The next text in order; takes that have none left and are closed lose their place. */
  #next(): Turn | undefined {
    for (const [take, slot] of this.#slots) {
      const insertion = slot.waiting.shift();
      if (insertion) return { take, openedAt: slot.openedAt, insertion };
      if (!slot.closed) return undefined;
      this.#slots.delete(take);
    }
    return undefined;
  }

  async #insert(turn: Turn): Promise<void> {
    const { insertion } = turn;
    let composed = insertion.text;
    const attempt = async (): Promise<InsertionOutcome> => {
      const target = await insertion.target;
      const textBefore = (await this.#inserter.textBefore(target)) ?? this.#ownTextBefore(target);
      composed = composeInsertion(insertion.text, { kind: target.kind, textBefore }, this.#replacements());
      // Dropped, or given up as too slow, while the field was being asked.
      if (this.#current !== turn) return 'failed';
      const outcome = await this.#inserter.insert(target, composed);
      if (outcome === 'inserted') this.#last = { target: target.id, text: composed, at: this.#clock.now() };
      else if (outcome !== 'failed') await this.#joinOnClipboard(turn, composed);
      return outcome;
    };
    const outcome = await this.#withinLimit(attempt());
    if (this.#current !== turn) return;
    this.#current = undefined;
    insertion.onDone(outcome, composed);
  }

  /**
   * Puts a text that waits on the clipboard behind the one that waited there before it, where the user spoke on without
   * having learnt of that: else the later one would have taken its place.
   */
  async #joinOnClipboard({ openedAt }: Turn, text: string): Promise<void> {
    const left = this.#left;
    const isUnknown = left !== undefined && openedAt <= left.at;
    const joined = isUnknown ? appendText(left.text, text) : text;
    this.#left = { text: joined, at: this.#clock.now() };
    if (isUnknown) await this.#inserter.leaveOnClipboard(joined);
  }

  /** What we inserted last, if it was into the same field a short while ago. */
  #ownTextBefore(target: InsertionTarget): string | undefined {
    const last = this.#last;
    const recent = last && this.#clock.now() - last.at <= INSERTION.ownTextMs;
    return recent && last.target === target.id ? last.text : undefined;
  }

  /** A field that never answers must not hold up the texts after it. */
  #withinLimit(attempt: Promise<InsertionOutcome>): Promise<InsertionOutcome> {
    return new Promise((resolve) => {
      const stop = this.#clock.schedule(INSERTION.limitMs, () => resolve('failed'));
      attempt
        .catch((): InsertionOutcome => 'failed')
        .then((outcome) => {
          stop();
          resolve(outcome);
        });
    });
  }
}
