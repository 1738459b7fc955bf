import type { Clock } from '@workspace/speech/clock';
import type { PendingCleanUp } from './ports.ts';
import type { CleanUp, WritingSettings } from './writing.ts';

/** The outcome of tidying up a text. `late`: the answer didn't arrive in time. */
export type CleanUpOutcome = 'tidied' | 'as-heard' | 'late';

/** A text being tidied up, within a time limit. */
export class CleanUpRequest {
  /** The text as it was said. */
  readonly said: string;
  /**
   * Resolves within the limit: with the text to write instead, or with undefined if it stays as it was said. Never
   * rejects.
   */
  readonly text: Promise<string | undefined>;
  readonly #pending: PendingCleanUp;
  readonly #stopTimer: () => void;
  readonly #onOver: (outcome: CleanUpOutcome) => void;
  readonly #resolve: (text: string | undefined) => void;
  #isOver = false;

  /** Sends the request immediately. `onOver` is called once, right before `text` resolves. */
  constructor(
    said: string,
    { cleaner, delayMs }: { cleaner: CleanUp['cleaner']; delayMs: number },
    { languages, vocabulary }: Pick<WritingSettings, 'languages' | 'vocabulary'>,
    clock: Clock,
    onOver: (outcome: CleanUpOutcome) => void,
  ) {
    this.said = said;
    this.#onOver = onOver;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.text = promise;
    this.#resolve = resolve;
    this.#pending = cleaner.cleanUp(said.trim(), { languages, vocabulary });
    this.#stopTimer = clock.schedule(delayMs, () => this.#end('late'));
    this.#pending.text.then(
      (answer) => this.#take(answer),
      () => this.end(),
    );
  }

  /** Stops waiting: the text stays as it was said. */
  end(): void {
    this.#end('as-heard');
  }

  #take(answer: string | undefined): void {
    const tidied = answer?.trim() ?? '';
    if (tidied === '' || countBreaks(tidied) < countBreaks(this.said.trim())) this.end();
    else this.#end('tidied', inPlaceOf(this.said, tidied));
  }

  #end(outcome: CleanUpOutcome, text?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    if (outcome !== 'tidied') this.#pending.cancel();
    this.#onOver(outcome);
    this.#resolve(text);
  }
}

/** Returns `text` inside the white space around `said`: its line breaks were asked for. */
function inPlaceOf(said: string, text: string): string {
  const start = said.length - said.trimStart().length;
  const end = said.trimEnd().length;
  return said.slice(0, start) + text + said.slice(end);
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
