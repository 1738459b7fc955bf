import { MAX_WORDS, type SettingsChange, settingsChangeSchema } from '../../ipc/settings-document.ts';
import type { WordFile, Words } from './word-files.ts';

/** What an import adds, and what it doesn't. */
export interface WordImport {
  added: Words;
  /** Number of entries that already exist unchanged. */
  duplicates: number;
  /** One sentence each, with the position in the file. */
  problems: string[];
}

/** Returns what a file adds to the existing words, which stay unchanged. Accepts all that is valid and fits. */
export function planImport(current: Words, file: WordFile): WordImport {
  const added: Words = { vocabulary: [], replacements: [] };
  const problems = [...file.problems];
  let duplicates = 0;

  const known = new Set(current.vocabulary);
  for (const { place, entry } of file.vocabulary) {
    const { success, data, error } = settingsChangeSchema.shape.vocabulary.safeParse([entry]);
    const [word = ''] = data ?? [];
    if (!success) problems.push(`${place}: the word ${error.issues[0]?.message}`);
    else if (known.has(word)) duplicates += 1;
    else if (current.vocabulary.length + added.vocabulary.length >= MAX_WORDS)
      problems.push(`${place}: the vocabulary is full. It can have at most ${MAX_WORDS} entries.`);
    else {
      known.add(word);
      added.vocabulary.push(word);
    }
  }

  const texts = new Map(current.replacements.map(({ from, to }) => [phraseOf(from), to]));
  for (const { place, entry } of file.replacements) {
    const { success, data: [replacement] = [], error } = settingsChangeSchema.shape.replacements.safeParse([entry]);
    if (!success || !replacement) {
      const [issue] = error?.issues ?? [];
      problems.push(`${place}: the ${issue?.path.includes('to') ? 'right' : 'left'} side ${issue?.message}`);
      continue;
    }
    const { from, to } = replacement;
    const text = texts.get(phraseOf(from));
    if (text === to) duplicates += 1;
    else if (text !== undefined) problems.push(`${place}: “${shortened(from)}” is already replaced by something else.`);
    else if (current.replacements.length + added.replacements.length >= MAX_WORDS)
      problems.push(`${place}: the replacements are full. There can be at most ${MAX_WORDS}.`);
    else {
      texts.set(phraseOf(from), to);
      added.replacements.push(replacement);
    }
  }
  return { added, duplicates, problems };
}

/** Returns the change that adds them, based on the newest words. */
export function addedTo({ vocabulary, replacements }: Words, added: Words): SettingsChange {
  return {
    ...(added.vocabulary.length > 0 && { vocabulary: [...vocabulary, ...added.vocabulary] }),
    ...(added.replacements.length > 0 && { replacements: [...replacements, ...added.replacements] }),
  };
}

/** Replacements ignore case and amount of white space. */
function phraseOf(from: string): string {
  return from.toLowerCase().split(/\s+/).join(' ');
}

function shortened(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
