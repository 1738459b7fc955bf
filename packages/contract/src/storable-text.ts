/** Returns whether PostgreSQL can store a text: it must contain no null character and no lone surrogate. */
export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
