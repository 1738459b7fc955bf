/** The text with everything replaced that could move the cursor, hide or reorder what stands beside it. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
}
