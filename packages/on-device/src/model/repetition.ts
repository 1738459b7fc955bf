/** A stretch of tokens that comes again and again at the end of a text. */
export interface Repetition {
  /** Where it begins for the first time. */
  start: number;
  /** Tokens of one round. */
  period: number;
}

/** Longest round that is looked for. */
const MAX_PERIOD = 24;

/** A round of this many tokens must come this often before it counts: people do say "no, no, no". */
function roundsOfLoop(period: number): number {
  if (period === 1) return 5;
  return period <= 3 ? 4 : 3;
}

/**
 * Finds the loop into which a text has run, if its end is one: the model is known to repeat a word or a phrase for ever
 * where sound breaks off in the middle of a word.
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
