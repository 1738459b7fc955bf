/**
 * The share of words that are wrong, missing or too many, of those that were said: 0 if all are right, more than 1 if
 * too much was heard. Case and punctuation don't count.
 */
export function wordErrorRate(said: string, heard: string): number {
  const expected = wordsOf(said);
  const actual = wordsOf(heard);
  // Edits from the expected words so far to each beginning of the actual ones (Levenshtein).
  let edits = [...actual, ''].map((_, index) => index);
  for (const [row, word] of expected.entries()) {
    const next = [row + 1];
    for (const [column, other] of actual.entries()) {
      const replaced = edits[column]! + (word === other ? 0 : 1);
      next.push(Math.min(replaced, edits[column + 1]! + 1, next[column]! + 1));
    }
    edits = next;
  }
  return edits.at(-1)! / Math.max(1, expected.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
}
