import { Replacements } from './replacements.tsx';
import { Vocabulary } from './vocabulary.tsx';
import { WordExchange } from './word-exchange.tsx';

/** The words that the provider should know, and those to correct in its text. */
export function WordsPage() {
  return (
    <>
      <Vocabulary />
      <Replacements />
      <WordExchange />
    </>
  );
}
