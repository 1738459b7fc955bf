import { ECHO } from './tuning.ts';

/** The hint to the provider about the words to expect. */
export interface RecognitionHints {
  keywords: readonly string[];
  prompt?: string | undefined;
}

/** What our own ears say about the audio of a text. */
export interface Heard {
  voicedMs: number;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Whether a provider's text only repeats the words it was given to expect, as models do that hear nothing: the whole
 * vocabulary in its order, the prompt, or the prompt's last sentence, once or several times over. A keyword or a short
 * prompt could as well have been spoken, and is an echo only if hardly any voice was heard.
 */
export function isEcho(text: string, hints: RecognitionHints, heard: Heard): boolean {
  const said = fold(text);
  const { keywords, prompt = '' } = hints;
  const sentence = lastSentence(prompt);
  if (heard.voicedMs < ECHO.minVoicedMs) return consistsOf(said, [...keywords, prompt, sentence]);

  const recognizable: string[] = [];
  if (keywords.length >= ECHO.minKeywords) recognizable.push(keywords.join(' '));
  if (keywords.length > 0 && prompt !== '') recognizable.push([prompt, ...keywords].join(' '));
  if (countWords(prompt) >= ECHO.minPromptWords) recognizable.push(prompt);
  if (countWords(sentence) >= ECHO.minSentenceWords) recognizable.push(sentence);
  return recognizable.some((phrase) => consistsOf(said, [phrase]));
}

/** Whether folded text is made of the phrases alone, in any order and number, but at least one. */
function consistsOf(said: string, phrases: readonly string[]): boolean {
  const folded = phrases.map(fold);
  const ends = new Set([0]);
  // A set is walked in the order of insertion, and includes what is added on the way.
  for (const end of ends) {
    for (const phrase of folded) {
      if (said.startsWith(phrase, end)) ends.add(end + phrase.length);
    }
  }
  return said !== '' && ends.has(said.length);
}

/** Letters, marks and digits only: case, punctuation and white space don't distinguish an echo from what it repeats. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function lastSentence(text: string): string {
  return Array.from(SENTENCES.segment(text.trim())).at(-1)?.segment ?? '';
}

function countWords(text: string): number {
  return Array.from(WORDS.segment(text)).filter(({ isWordLike }) => isWordLike).length;
}
