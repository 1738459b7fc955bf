import { type CleanUpOutcome, CleanUpRequest } from './clean-up-request.ts';
import { Composition, type Place, type SaidText } from './composition.ts';
import type { VoiceEdit } from './edit.ts';
import {
  type Inserter,
  type InsertionOutcome,
  type InsertionTarget,
  isInserted,
  type TextAround,
  type WallClock,
} from './ports.ts';
import type { InsertionResult } from './return-key.ts';
import { appendText } from './spacing.ts';
import { textOf } from './transcript.ts';
import { INSERTION } from './tuning.ts';
import type { WritingSettings } from './writing.ts';

/** A text that waits for its turn. */
export interface Insertion {
  /** As they were recognized, with pauses between them. */
  phrases: readonly string[];
  /** BCP 47 tags of the languages that were listened for; empty: any. */
  languages: readonly string[];
  target: Promise<InsertionTarget>;
  /** More is spoken while it is inserted, or was inserted before it. */
  isPart: boolean;
  /** It is being tidied up by a host, or (`outcome`) no more. Not called any more if the take was dropped. */
  onCleanUp(host: string, outcome: CleanUpOutcome | 'pending'): void;
  /** Called once with what became of the text; not at all if the take was dropped. */
  onDone(result: InsertionResult): void;
}

/** An insertion that waits for its turn, or has it. */
interface WaitingInsertion extends Insertion {
  /** `composition`: by which it was told what had been said. */
  cleanUp?: { request: CleanUpRequest; composition: Composition };
  /** It is dealt with, or dropped. */
  isOver: boolean;
}

/** Return, which waits for its turn behind the texts that it is to send. */
export interface ReturnPress {
  target: InsertionTarget;
  /** Called once with whether it was pressed; not at all if the take was dropped. */
  onDone(isPressed: boolean): void;
}

/** An edit, which waits for its turn behind the texts that were spoken before it. */
export interface EditTurn {
  edit: Pick<VoiceEdit, 'perform' | 'cancel'>;
  /** Called once when it is over; not at all if the take was dropped. */
  onDone(): void;
}

type Step = WaitingInsertion | ReturnPress | EditTurn;

/** A take's place in the order, and its texts that wait. */
interface Slot {
  openedAt: number;
  waiting: Step[];
  /** "Press enter", which was said last: it is written only if more is said. */
  heldBack: string | undefined;
  closed: boolean;
}

interface Turn {
  take: number;
  /** When the take began. */
  openedAt: number;
  step: Step;
}

/**
 * Puts texts into their fields one after the other, in the order in which they were spoken, each take's Return behind its
 * texts: what belongs to a later take waits until the earlier one has nothing left.
 */
export class InsertionQueue {
  readonly #inserter: Inserter;
  readonly #clock: WallClock;
  readonly #writing: (app: string | undefined) => WritingSettings;
  readonly #slots = new Map<number, Slot>();
  #busy = false;
  /** The text being inserted, or the Return being pressed, while it still may be. */
  #current: Turn | undefined;
  #last: { target: string; text: string; at: number } | undefined;
  /** What was put on the clipboard last since it could not be inserted. */
  #left: { text: string; at: number } | undefined;

  constructor(ports: { inserter: Inserter; clock: WallClock }, writing: (app: string | undefined) => WritingSettings) {
    this.#inserter = ports.inserter;
    this.#clock = ports.clock;
    this.#writing = writing;
  }

  /** Gives a take its place in the order. */
  open(take: number): void {
    this.#openSlot(take);
  }

  /** Adds a text to a take's; one that has lost its place gets the last one. It is tidied up while it waits for its turn. */
  add(take: number, insertion: Insertion): void {
    const waiting: WaitingInsertion = { ...insertion, isOver: false };
    const finalAt = this.#clock.now();
    // Before its turn comes, which waits for the same. Whatever fails here, the text goes in as it was heard.
    insertion.target.then((target) => this.#beginCleanUp(take, waiting, target, finalAt)).catch(() => undefined);
    this.#enqueue(take, waiting);
    this.#endOutdatedCleanUps(take);
  }

  /** Adds Return behind a take's texts. */
  addReturn(take: number, press: ReturnPress): void {
    this.#enqueue(take, press);
  }

  /** Adds an edit behind a take's texts. It has limits of its own. */
  addEdit(take: number, edit: EditTurn): void {
    this.#enqueue(take, edit);
  }

  /** No more text comes for now; later takes need not wait for this one. */
  close(take: number): void {
    const slot = this.#slots.get(take);
    if (slot) slot.closed = true;
    this.#proceed();
  }

  /** Forgets what has not been inserted yet. */
  drop(take: number): void {
    const dropped = this.#stepsOf(take);
    this.#slots.delete(take);
    if (this.#current?.take === take) this.#current = undefined;
    for (const step of dropped) {
      if ('phrases' in step) endInsertion(step);
      else if ('edit' in step) step.edit.cancel();
    }
    this.#proceed();
  }

  /** What is being tidied up, of a take or of all, is inserted as it was heard. */
  endCleanUps(take?: number): void {
    const takes = take === undefined ? new Set([...this.#slots.keys(), this.#current?.take]) : [take];
    for (const id of takes) for (const { cleanUp } of this.#insertionsOf(id)) cleanUp?.request.end();
  }

  /** Forgets what was inserted, or left on the clipboard, last. */
  forget(): void {
    this.#last = undefined;
    this.#left = undefined;
  }

  #enqueue(take: number, step: Step): void {
    const slot = this.#slots.get(take) ?? this.#openSlot(take, { closed: true });
    slot.waiting.push(step);
    this.#proceed();
  }

  #openSlot(take: number, { closed = false } = {}): Slot {
    const slot: Slot = { openedAt: this.#clock.now(), waiting: [], heldBack: undefined, closed };
    this.#slots.set(take, slot);
    return slot;
  }

  #proceed(): void {
    if (this.#busy) return;
    const next = this.#next();
    if (!next) return;
    this.#busy = true;
    this.#current = next;
    this.#perform(next).finally(() => {
      this.#busy = false;
      this.#proceed();
    });
  }

  /** What is next in order; takes that have nothing left and are closed lose their place. */
  #next(): Turn | undefined {
    for (const [take, slot] of this.#slots) {
      const step = slot.waiting.shift();
      if (step) return { take, openedAt: slot.openedAt, step };
      if (!slot.closed) return undefined;
      this.#slots.delete(take);
    }
    return undefined;
  }

  #perform(turn: Turn): Promise<void> {
    const { step } = turn;
    if ('edit' in step) return this.#edit(turn, step);
    return 'phrases' in step ? this.#insert(turn, step) : this.#pressReturn(turn, step);
  }

  async #edit(turn: Turn, { edit, onDone }: EditTurn): Promise<void> {
    await edit.perform();
    // What stands before the caret now is not known any more.
    this.#last = undefined;
    if (this.#current !== turn) return;
    this.#current = undefined;
    onDone();
  }

  async #insert(turn: Turn, insertion: WaitingInsertion): Promise<void> {
    const { phrases, target: awaited, onDone } = insertion;
    let composed: ComposedText = { text: textOf(phrases.map((text) => ({ text }))), isSilence: false };
    let target: InsertionTarget | undefined;
    const attempt = async (limit: Limit): Promise<InsertionOutcome> => {
      target = await awaited;
      const { cleanUp } = insertion;
      const tidied = cleanUp && (await limit.without(cleanUp.request.text));
      const around = await this.#inserter.textAround(target);
      composed = this.#compose(turn, insertion, target, around, tidied);
      // Dropped, or given up as too slow, while the field was being asked.
      if (this.#current !== turn) return 'failed';
      if (composed.text === '') return 'inserted';
      const outcome = await this.#inserter.insert(target, composed.text);
      if (isInserted(outcome)) this.#last = { target: target.id, text: composed.text, at: this.#clock.now() };
      else if (outcome !== 'failed') await this.#joinOnClipboard(turn, composed.text);
      return outcome;
    };
    const outcome = await this.#withinLimit(attempt, 'failed');
    endInsertion(insertion);
    if (this.#current !== turn) return;
    this.#current = undefined;
    const { text, asHeard, pressEnter, isSilence } = composed;
    const result: InsertionResult = { outcome, target, text, pressReturn: pressEnter !== undefined, isSilence };
    onDone(asHeard === undefined ? result : { ...result, asHeard });
  }

  /** `tidied`: the text in place of the one that was said, if that is still the same. */
  #compose(
    { take }: Turn,
    insertion: WaitingInsertion,
    target: InsertionTarget,
    around: TextAround | undefined,
    tidied: string | undefined,
  ): ComposedText {
    const slot = this.#slots.get(take);
    const composition = new Composition(this.#writingOf(insertion, target));
    const said = this.#follow(take, insertion, composition);
    if (slot) slot.heldBack = said.pressEnter;
    const place: Place = {
      kind: target.kind,
      around: this.#isOutOfDate(around, target) ? undefined : around,
      ownTextBefore: this.#ownTextBefore(target),
    };
    const heard = composition.place(said.text, place);
    const isTidied = tidied !== undefined && insertion.cleanUp?.request.said === said.text;
    const text = isTidied ? composition.place(tidied, place) : heard;
    return text === heard ? { ...said, text } : { ...said, text, asHeard: heard };
  }

  /** The settings of the app that gets a text, but for the languages that it was spoken in. */
  #writingOf({ languages }: Insertion, { app }: InsertionTarget): WritingSettings {
    return { ...this.#writing(app), languages };
  }

  /** What was said, as far as it is known what comes before and after it. */
  #follow(take: number, insertion: WaitingInsertion, composition: Composition): SaidText {
    const { phrases } = insertion;
    const { heldBack } = this.#slots.get(take) ?? {};
    const insertions = this.#insertionsOf(take);
    const index = insertions.indexOf(insertion);
    return composition.follow({
      phrases: index === 0 && heldBack !== undefined ? [heldBack, ...phrases] : phrases,
      following: insertions.slice(index + 1).flatMap((later) => later.phrases),
    });
  }

  /** The texts of a take that are not inserted yet. */
  #insertionsOf(take: number | undefined): WaitingInsertion[] {
    return this.#stepsOf(take).filter((step) => 'phrases' in step);
  }

  /** What of a take is not done yet. */
  #stepsOf(take: number | undefined): Step[] {
    const { waiting = [] } = (take !== undefined && this.#slots.get(take)) || {};
    return this.#current?.take === take && this.#current ? [this.#current.step, ...waiting] : waiting;
  }

  #beginCleanUp(take: number, insertion: WaitingInsertion, target: InsertionTarget, finalAt: number): void {
    if (insertion.isOver) return;
    const writing = this.#writingOf(insertion, target);
    const { cleanUp } = writing;
    if (!cleanUp || (insertion.isPart && !cleanUp.byPhrase)) return;
    const composition = new Composition(writing);
    const { text } = this.#follow(take, insertion, composition);
    const delayMs = finalAt + cleanUp.limitMs - this.#clock.now();
    if (text.trim() === '' || delayMs <= 0) return;
    const { cleaner } = cleanUp;
    const { host } = cleaner;
    const request = new CleanUpRequest(text, { cleaner, delayMs }, writing, this.#clock, (outcome) => {
      if (!insertion.isOver) insertion.onCleanUp(host, outcome);
    });
    insertion.cleanUp = { request, composition };
    insertion.onCleanUp(host, 'pending');
  }

  /** A phrase may take back what was said before it: what is being made of that is not wanted any more. */
  #endOutdatedCleanUps(take: number): void {
    for (const insertion of this.#insertionsOf(take)) {
      if (!insertion.cleanUp) continue;
      const { request, composition } = insertion.cleanUp;
      if (this.#follow(take, insertion, composition).text !== request.said) request.end();
    }
  }

  /** Whether the text that we have just inserted isn't there yet. */
  #isOutOfDate(around: TextAround | undefined, target: InsertionTarget): boolean {
    const last = this.#last;
    if (around?.before === undefined || !last || last.target !== target.id) return false;
    const ending = withoutSpaces(last.text).slice(-INSERTION.comparedUnits);
    return this.#clock.now() - last.at <= INSERTION.settlesMs && !withoutSpaces(around.before).endsWith(ending);
  }

  async #pressReturn(turn: Turn, { target, onDone }: ReturnPress): Promise<void> {
    const isWanted = () => this.#current === turn;
    const attempt = async (): Promise<boolean> => {
      await this.#untilPasteHasPassed();
      return isWanted() && (await this.#inserter.pressReturn(target, isWanted));
    };
    const isPressed = await this.#withinLimit(attempt, false);
    // What was sent is gone from the field; elsewhere a new line has begun.
    if (isPressed) this.#last = { target: target.id, text: '\n', at: this.#clock.now() };
    if (!isWanted()) return;
    this.#current = undefined;
    onDone(isPressed);
  }

  #untilPasteHasPassed(): Promise<void> {
    const delayMs = this.#last ? this.#last.at + INSERTION.returnPauseMs - this.#clock.now() : 0;
    return new Promise((resolve) => {
      if (delayMs > 0) this.#clock.schedule(delayMs, resolve);
      else resolve();
    });
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

  /** A field that never answers must not hold up what comes after it. */
  #withinLimit<T>(attempt: (limit: Limit) => Promise<T>, otherwise: T): Promise<T> {
    return new Promise((resolve) => {
      const start = () => this.#clock.schedule(INSERTION.limitMs, () => resolve(otherwise));
      let stop = start();
      const limit: Limit = {
        without: async (awaited) => {
          stop();
          const value = await awaited;
          stop = start();
          return value;
        },
      };
      attempt(limit)
        .catch(() => otherwise)
        .then((outcome) => {
          stop();
          resolve(outcome);
        });
    });
  }
}

/** The time within which something is to be done. */
interface Limit {
  /** Waits for what has a limit of its own; then the time begins anew. */
  without<T>(awaited: Promise<T>): Promise<T>;
}

/** A text as it is to stand in its field; `asHeard`: as it would without having been tidied up, where that differs. */
interface ComposedText extends SaidText {
  asHeard?: string;
}

function endInsertion(insertion: WaitingInsertion): void {
  insertion.isOver = true;
  insertion.cleanUp?.request.end();
}

function withoutSpaces(text: string): string {
  return text.replace(/\p{White_Space}+/gu, '');
}
