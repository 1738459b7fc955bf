import type { Clock } from '@workspace/speech/clock';

/** A step of a take whose turn it is. */
export interface Turn<Step> {
  take: number;
  /** When the take began. */
  openedAt: number;
  step: Step;
}

/** A take's place in the order. */
interface Slot<Step> {
  openedAt: number;
  waiting: Step[];
  closed: boolean;
}

/**
 * Performs the takes' steps one at a time, in the order in which the takes began: a later take's steps wait until the
 * earlier takes have none left.
 */
export class Turns<Step> {
  readonly #clock: Clock;
  readonly #perform: (turn: Turn<Step>) => Promise<void>;
  readonly #slots = new Map<number, Slot<Step>>();
  #isBusy = false;
  /** The current turn, unless its take was dropped or it was ended. */
  #current: Turn<Step> | undefined;

  /** `perform` never rejects. */
  constructor(clock: Clock, perform: (turn: Turn<Step>) => Promise<void>) {
    this.#clock = clock;
    this.#perform = perform;
  }

  /** Gives a take its place in the order. */
  open(take: number): void {
    this.#openSlot(take, false);
  }

  /** Adds a step to a take; a take that has lost its place goes last. */
  add(take: number, step: Step): void {
    const slot = this.#slots.get(take) ?? this.#openSlot(take, true);
    slot.waiting.push(step);
    this.#proceed();
  }

  /** Closes a take: no more steps come for now, so later takes need not wait for it. */
  close(take: number): void {
    const slot = this.#slots.get(take);
    if (slot) slot.closed = true;
    this.#proceed();
  }

  /** Forgets a take, and returns its steps, including the current one. */
  drop(take: number): Step[] {
    const dropped = this.of(take);
    this.#slots.delete(take);
    if (this.#current?.take === take) this.#current = undefined;
    this.#proceed();
    return dropped;
  }

  /** Ends a turn, which can no longer be dropped then. Returns false if it was already dropped or ended. */
  end(turn: Turn<Step>): boolean {
    const isCurrent = this.isCurrent(turn);
    if (isCurrent) this.#current = undefined;
    return isCurrent;
  }

  isCurrent(turn: Turn<Step>): boolean {
    return this.#current === turn;
  }

  /** The takes that have a place. */
  get takes(): number[] {
    return [...this.#slots.keys()];
  }

  /** Returns the steps of a take that are not over. */
  of(take: number): Step[] {
    const { waiting = [] } = this.#slots.get(take) ?? {};
    return this.#current?.take === take ? [this.#current.step, ...waiting] : waiting;
  }

  #openSlot(take: number, closed: boolean): Slot<Step> {
    const slot: Slot<Step> = { openedAt: this.#clock.now(), waiting: [], closed };
    this.#slots.set(take, slot);
    return slot;
  }

  #proceed(): void {
    if (this.#isBusy) return;
    const turn = this.#next();
    if (!turn) return;
    this.#isBusy = true;
    this.#current = turn;
    void this.#perform(turn).finally(() => {
      this.#isBusy = false;
      this.#proceed();
    });
  }

  /** Returns the next turn in order; closed takes that have nothing left lose their place. */
  #next(): Turn<Step> | undefined {
    for (const [take, { openedAt, waiting, closed }] of this.#slots) {
      const step = waiting.shift();
      if (step) return { take, openedAt, step };
      if (!closed) return undefined;
      this.#slots.delete(take);
    }
    return undefined;
  }
}
