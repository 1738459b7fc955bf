import type { Clock } from '@workspace/speech/clock';
import type { PendingCleanUp } from './ports.ts';
import type { CleanUp, WritingSettings } from './writing.ts';

/** What became of a text that was to be tidied up. `late`: the answer was not there in time. */
export type CleanUpOutcome = 'tidied' | 'as-heard' | 'late';

/** A text that is being tidied up, until its time is over. */
export class CleanUpRequest {
  /** The text as it was said. */
  readonly said: string;
  /**
   * Resolves, in time, with the text that is to be written instead; with undefined if it is to stay as it was said.
   * Never rejects.
   */
  readonly text: Promise<string | undefined>;
  readonly #pending: PendingCleanUp;
  readonly #stopTimer: () => void;
  readonly #onOver: (outcome: CleanUpOutcome) => void;
  readonly #resolve: (text: string | undefined) => void;
  #isOver = false;

  /** Asks at once. `onOver` is called once, right before `text` resolves. */
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

  /** It is no longer waited for: the text stays as it was said. */
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

/** `text` between the line breaks around what was said: those were asked for. */
function inPlaceOf(said: string, text: string): string {
  const start = said.length - said.trimStart().length;
  const end = said.trimEnd().length;
  return said.slice(0, start) + text + said.slice(end);
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
