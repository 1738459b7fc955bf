import { ECHO } from './tuning.ts';

/** What the provider is told about the words to expect. */
export interface RecognitionHints {
  keywords: readonly string[];
  prompt?: string | undefined;
}

/** What we heard ourselves in the audio of a text. */
export interface Heard {
  voicedMs: number;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Whether a provider's text only repeats the hints it was given, as models do when they hear nothing: the whole
 * vocabulary in order, the prompt, or the prompt's last sentence, once or several times. A single keyword or a short
 * prompt may really have been spoken, and is an echo only if hardly any voice was heard.
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

/** Whether folded text consists only of the phrases, in any order and number, but at least one. */
function consistsOf(said: string, phrases: readonly string[]): boolean {
  const folded = phrases.map(fold);
  const ends = new Set([0]);
  // A set iterates in insertion order, including entries added on the way.
  for (const end of ends) {
    for (const phrase of folded) {
      if (said.startsWith(phrase, end)) ends.add(end + phrase.length);
    }
  }
  return said !== '' && ends.has(said.length);
}

/** Keeps only letters, marks and digits, in lower case: the rest doesn't distinguish an echo from what it repeats. */
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
