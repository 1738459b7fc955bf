import { Replacements } from './replacements.tsx';
import { Vocabulary } from './vocabulary.tsx';
import { WordExchange } from './word-exchange.tsx';

/** What the provider should know, and what is to be put right in its text. */
export function WordsPage() {
  return (
    <>
      <Vocabulary />
      <Replacements />
      <WordExchange />
    </>
  );
}
