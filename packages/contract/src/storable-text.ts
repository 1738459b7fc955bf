/** Whether PostgreSQL can store a text: it must have no null character and no half of a surrogate pair. */
export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
