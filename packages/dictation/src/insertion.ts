import { withinLimit } from '@workspace/speech/clock';
import { type CleanUpOutcome, CleanUpRequest } from './clean-up-request.ts';
import { Composition, type Place, type SaidText } from './composition.ts';
import type { VoiceEdit } from './edit.ts';
import type { HeldKey } from './held-key.ts';
import {
  type Inserter,
  type InsertionOutcome,
  type InsertionTarget,
  isInserted,
  type MayReleaseKeys,
  type Postponable,
  type TextAround,
  type WallClock,
} from './ports.ts';
import { RecentInsertion } from './recent-insertion.ts';
import type { InsertionResult } from './return-key.ts';
import { textOf } from './transcript.ts';
import { INSERTION } from './tuning.ts';
import { type Turn as TakeTurn, Turns } from './turns.ts';
import type { WritingSettings } from './writing.ts';

/** A text waiting for its turn. */
export interface Insertion {
  /** As recognized, with pauses between them. */
  phrases: readonly string[];
  /** BCP 47 tags of the languages that were listened for; empty: any. */
  languages: readonly string[];
  target: Promise<InsertionTarget>;
  /** More is spoken while it is inserted, or an earlier part was inserted before it. */
  isPart: boolean;
  /**
   * Called when tidying up begins at a host (`pending`) and when it ends. No longer called once the take is dropped.
   */
  onCleanUp(host: string, outcome: CleanUpOutcome | 'pending'): void;
  /** Called once with the outcome of the text; never if the take is dropped. */
  onDone(result: InsertionResult): void;
}

/** An insertion that is waiting for its turn, or has it. */
interface WaitingInsertion extends Insertion {
  /** `composition`: the one that produced the request's input. */
  cleanUp?: { request: CleanUpRequest; composition: Composition };
  /** It is done, or dropped. */
  isOver: boolean;
}

/** A press of Return, waiting for its turn after the texts it is to send. */
export interface ReturnPress {
  target: InsertionTarget;
  /** Called once with whether it was pressed; never if the take is dropped. */
  onDone(isPressed: boolean): void;
}

/** An edit, waiting for its turn after the texts spoken before it. */
export interface EditTurn {
  edit: Pick<VoiceEdit, 'perform' | 'cancel'>;
  /** Called once when it is over; never if the take is dropped. */
  onDone(): void;
}

type Step = WaitingInsertion | ReturnPress | EditTurn;

type Turn = TakeTurn<Step>;

/**
 * Puts texts into their fields one at a time, in the order in which they were spoken, each take's Return after its
 * texts.
 */
export class InsertionQueue {
  readonly #inserter: Inserter;
  readonly #clock: WallClock;
  readonly #heldKey: HeldKey;
  readonly #writing: (app: string | undefined) => WritingSettings;
  readonly #turns: Turns<Step>;
  readonly #recent: RecentInsertion;
  /** "Press enter" said last in a take: written only if more is said. */
  #heldBack: { take: number; words: string } | undefined;

  constructor(
    ports: { inserter: Inserter; clock: WallClock; heldKey: HeldKey },
    writing: (app: string | undefined) => WritingSettings,
  ) {
    this.#inserter = ports.inserter;
    this.#clock = ports.clock;
    this.#heldKey = ports.heldKey;
    this.#writing = writing;
    this.#turns = new Turns(ports.clock, (turn) => this.#perform(turn));
    this.#recent = new RecentInsertion(ports.clock);
  }

  /** Gives a take its place in the order. */
  open(take: number): void {
    this.#turns.open(take);
  }

  /**
   * Adds a text to a take; a take that has lost its place goes last. The text is tidied up while it waits for its turn.
   */
  add(take: number, insertion: Insertion): void {
    const waiting: WaitingInsertion = { ...insertion, isOver: false };
    const finalAt = this.#clock.now();
    // Subscribed before its turn, which awaits the same promise. If anything fails here, the text goes in as heard.
    insertion.target.then((target) => this.#beginCleanUp(take, waiting, target, finalAt)).catch(() => undefined);
    this.#enqueue(take, waiting);
    this.#endOutdatedCleanUps(take);
  }

  /** Adds a Return after a take's texts. */
  addReturn(take: number, press: ReturnPress): void {
    this.#enqueue(take, press);
  }

  /** Adds an edit after a take's texts. It has its own limits. */
  addEdit(take: number, edit: EditTurn): void {
    this.#enqueue(take, edit);
  }

  /** Closes a take: no more text comes for now, so later takes need not wait for it. */
  close(take: number): void {
    this.#turns.close(take);
  }

  /** Forgets a take's texts that have not been inserted yet. */
  drop(take: number): void {
    for (const step of this.#turns.drop(take)) {
      if ('phrases' in step) endInsertion(step);
      else if ('edit' in step) step.edit.cancel();
    }
  }

  /** Ends the clean-ups of a take, or of all: their texts are inserted as heard. */
  endCleanUps(take?: number): void {
    const takes = take === undefined ? this.#turns.takes : [take];
    for (const id of takes) for (const { cleanUp } of this.#insertionsOf(id)) cleanUp?.request.end();
  }

  /** Forgets the last texts inserted and left on the clipboard. */
  forget(): void {
    this.#recent.forget();
  }

  #enqueue(take: number, step: Step): void {
    if (!this.#turns.takes.includes(take) && this.#heldBack?.take === take) this.#heldBack = undefined;
    this.#turns.add(take, step);
  }

  #perform(turn: Turn): Promise<void> {
    const { step } = turn;
    if ('edit' in step) return this.#edit(turn, step);
    return 'phrases' in step ? this.#insert(turn, step) : this.#pressReturn(turn, step);
  }

  async #edit(turn: Turn, { edit, onDone }: EditTurn): Promise<void> {
    await edit.perform();
    this.#recent.forgetInserted();
    if (this.#turns.end(turn)) onDone();
  }

  async #insert(turn: Turn, insertion: WaitingInsertion): Promise<void> {
    const { phrases, target: awaited, onDone } = insertion;
    let composed: ComposedText = { text: textOf(phrases.map((text) => ({ text }))), isSilence: false };
    const attempt = async (
      target: InsertionTarget,
      tidied: string | undefined,
      mayReleaseKeys: MayReleaseKeys,
    ): Promise<Postponable<InsertionOutcome>> => {
      const around = await this.#inserter.textAround(target);
      // Dropped, or given up as too slow, while the field was being read.
      if (!this.#turns.isCurrent(turn)) return 'failed';
      const heldBack = this.#heldBack;
      composed = this.#compose(turn, insertion, target, around, tidied);
      if (composed.text === '') return 'inserted';
      const outcome = await this.#inserter.insert(target, composed.text, mayReleaseKeys);
      if (outcome === 'postponed') this.#heldBack = heldBack;
      else if (isInserted(outcome)) this.#recent.record(target, composed.text);
      else if (outcome !== 'failed') await this.#joinOnClipboard(turn, composed.text);
      return outcome;
    };
    const target = await this.#withinLimit(awaited);
    // The clean-up has its own limit.
    const tidied = await insertion.cleanUp?.request.text;
    const outcome = await this.#heldKey.untilNotPostponed(
      async (mayReleaseKeys) =>
        (target && (await this.#withinLimit(attempt(target, tidied, mayReleaseKeys)))) ?? 'failed',
    );
    endInsertion(insertion);
    if (!this.#turns.end(turn)) return;
    const { text, asHeard, pressEnter, isSilence } = composed;
    const result: InsertionResult = { outcome, target, text, pressReturn: pressEnter !== undefined, isSilence };
    onDone(asHeard === undefined ? result : { ...result, asHeard });
  }

  /** `tidied`: the text to use instead of what was said, if that is still the same. */
  #compose(
    { take }: Turn,
    insertion: WaitingInsertion,
    target: InsertionTarget,
    around: TextAround | undefined,
    tidied: string | undefined,
  ): ComposedText {
    const composition = new Composition(this.#writingOf(insertion, target));
    const said = this.#follow(take, insertion, composition);
    this.#heldBack = said.pressEnter === undefined ? undefined : { take, words: said.pressEnter };
    const place: Place = {
      kind: target.kind,
      around: this.#recent.isMissingIn(around, target) ? undefined : around,
      ownTextBefore: this.#recent.textBefore(target),
    };
    const heard = composition.place(said.text, place);
    const isTidied = tidied !== undefined && insertion.cleanUp?.request.said === said.text;
    const text = isTidied ? composition.place(tidied, place) : heard;
    return text === heard ? { ...said, text } : { ...said, text, asHeard: heard };
  }

  /** Returns the settings of the app that gets the text, but with the languages that were listened for. */
  #writingOf({ languages }: Insertion, { app }: InsertionTarget): WritingSettings {
    return { ...this.#writing(app), languages };
  }

  /** Returns what was said with its commands carried out, as far as the take's texts before and after it are known. */
  #follow(take: number, insertion: WaitingInsertion, composition: Composition): SaidText {
    const { phrases } = insertion;
    const heldBack = this.#heldBack?.take === take ? [this.#heldBack.words] : [];
    const insertions = this.#insertionsOf(take);
    const index = insertions.indexOf(insertion);
    return composition.follow({
      phrases: index === 0 ? [...heldBack, ...phrases] : phrases,
      following: insertions.slice(index + 1).flatMap((later) => later.phrases),
    });
  }

  /** Returns a take's texts that are not inserted yet. */
  #insertionsOf(take: number): WaitingInsertion[] {
    return this.#turns.of(take).filter((step) => 'phrases' in step);
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

  /** Ends clean-ups of text that has changed: a phrase may take back what was said before it. */
  #endOutdatedCleanUps(take: number): void {
    for (const insertion of this.#insertionsOf(take)) {
      if (!insertion.cleanUp) continue;
      const { request, composition } = insertion.cleanUp;
      if (this.#follow(take, insertion, composition).text !== request.said) request.end();
    }
  }

  async #pressReturn(turn: Turn, { target, onDone }: ReturnPress): Promise<void> {
    const isWanted = () => this.#turns.isCurrent(turn);
    const attempt = async (mayReleaseKeys: MayReleaseKeys): Promise<Postponable<boolean>> => {
      await this.#recent.untilSettled();
      return isWanted() && (await this.#inserter.pressReturn(target, isWanted, mayReleaseKeys));
    };
    const isPressed = await this.#heldKey.untilNotPostponed(
      async (mayReleaseKeys) => (await this.#withinLimit(attempt(mayReleaseKeys))) ?? false,
    );
    // What was sent is gone from the field; elsewhere a new line has begun.
    if (isPressed) this.#recent.record(target, '\n');
    if (this.#turns.end(turn)) onDone(isPressed);
  }

  /** Joins a text left on the clipboard to the one left there before it. */
  async #joinOnClipboard({ openedAt }: Turn, text: string): Promise<void> {
    const { joined } = this.#recent.leave(text, openedAt);
    if (joined !== undefined) await this.#inserter.leaveOnClipboard(joined);
  }

  /**
   * Resolves with undefined if the attempt fails or is late: a field that never answers must not hold up the texts
   * after it.
   */
  #withinLimit<T>(attempt: Promise<T>): Promise<T | undefined> {
    return withinLimit(
      this.#clock,
      INSERTION.limitMs,
      attempt.catch(() => undefined),
    );
  }
}

/** A text ready for insertion; `asHeard`: the text without clean-up, if that differs. */
interface ComposedText extends SaidText {
  asHeard?: string;
}

function endInsertion(insertion: WaitingInsertion): void {
  insertion.isOver = true;
  insertion.cleanUp?.request.end();
}
