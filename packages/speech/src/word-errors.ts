/** How the recognized text differs from what was said, in words. */
export interface WordErrors {
  /** Wrong, missing and extra words per word that was said. */
  rate: number;
  /** The longest run of missing words. */
  longestGap: number;
  /** The longest run of words that were not said. */
  longestExcess: number;
}

/** Words with several spellings. */
const SPELLINGS: Record<string, string> = { mr: 'mister', mrs: 'missus', dr: 'doctor' };

/** A text's words: lower case, without punctuation; hyphens separate words. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  return words.map((word) => SPELLINGS[word] ?? word);
}

/** Wrong, missing and extra words per word that was said. */
export function wordErrorRate(said: string, understood: string): number {
  return wordErrors(said, understood).rate;
}

type Step = 'same' | 'wrong' | 'missing' | 'extra';

/** Compares two texts word by word, by the fewest changes that turn one into the other (Levenshtein). */
export function wordErrors(said: string, understood: string): WordErrors {
  const [reference, words] = [wordsOf(said), wordsOf(understood)];
  const steps = stepsFrom(reference, words);
  return {
    rate: steps.filter((step) => step !== 'same').length / Math.max(1, reference.length),
    longestGap: longestRun(steps, 'missing'),
    longestExcess: longestRun(steps, 'extra'),
  };
}

function stepsFrom(reference: readonly string[], words: readonly string[]): Step[] {
  const distances = [Array.from({ length: words.length + 1 }, (_, column) => column)];
  for (const [row, expected] of reference.entries()) {
    const above = distances[row]!;
    const current = [row + 1];
    for (const [column, word] of words.entries()) {
      const replaced = above[column]! + (word === expected ? 0 : 1);
      current.push(Math.min(replaced, above[column + 1]! + 1, current[column]! + 1));
    }
    distances.push(current);
  }
  const steps: Step[] = [];
  for (let row = reference.length, column = words.length; row > 0 || column > 0; ) {
    const distance = distances[row]![column]!;
    const isSame = row > 0 && column > 0 && reference[row - 1] === words[column - 1];
    if (row > 0 && column > 0 && distance === distances[row - 1]![column - 1]! + (isSame ? 0 : 1)) {
      steps.push(isSame ? 'same' : 'wrong');
      row -= 1;
      column -= 1;
    } else if (row > 0 && distance === distances[row - 1]![column]! + 1) {
      steps.push('missing');
      row -= 1;
    } else {
      steps.push('extra');
      column -= 1;
    }
  }
  return steps.reverse();
}

function longestRun(steps: readonly Step[], kind: Step): number {
  let [longest, run] = [0, 0];
  for (const step of steps) {
    run = step === kind ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
