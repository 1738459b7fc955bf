const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * How much of a growing text is sure to stay: everything before its last word, which the next piece may go on with.
 * In scripts without spaces too.
 */
export function settledLength(text: string): number {
  const lastRun = /\S*$/u.exec(text)!;
  const lastWord = [...WORDS.segment(lastRun[0])].at(-1);
  return text.slice(0, lastRun.index + (lastWord?.index ?? 0)).trimEnd().length;
}
