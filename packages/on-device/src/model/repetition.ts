/** A sequence of tokens that is repeated at the end of a text. */
export interface Repetition {
  /** The index where its first round starts. */
  start: number;
  /** The number of tokens in a round. */
  period: number;
}

/** The longest round that is detected. */
const MAX_PERIOD = 24;

/** Returns how often a round of this many tokens must occur to count as a loop: people do say "no, no, no". */
function roundsOfLoop(period: number): number {
  if (period === 1) return 5;
  return period <= 3 ? 4 : 3;
}

/**
 * Returns the loop at the end of a text, if there is one: the model is known to repeat a word or a phrase forever if
 * the sound breaks off in the middle of a word.
 */
export function loopAtEnd(tokens: readonly number[]): Repetition | undefined {
  for (let period = 1; period <= MAX_PERIOD; period += 1) {
    const rounds = roundsOfLoop(period);
    if (tokens.length < period * rounds) continue;
    let length = period;
    while (length < tokens.length && tokens.at(-1 - length) === tokens.at(-1 - length + period)) length += 1;
    if (length >= period * rounds) return { start: tokens.length - length, period };
  }
  return undefined;
}
