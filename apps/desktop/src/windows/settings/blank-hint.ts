/** Describes a text of invisible characters; undefined for all other texts. */
export function blankHintOf(text: string): string | undefined {
  if (text === '' || text.trim() !== '') return undefined;
  const breaks = text.split('\n').length - 1;
  if (breaks === 0) return text.length === 1 ? 'A space' : `${text.length} spaces`;
  return breaks === 1 ? 'A line break' : `${breaks} line breaks`;
}
