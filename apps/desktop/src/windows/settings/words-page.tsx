import { Replacements } from './replacements.tsx';
import { Vocabulary } from './vocabulary.tsx';

/** What the provider should know, and what is to be put right in its text. */
export function WordsPage() {
  return (
    <>
      <Vocabulary />
      <Replacements />
    </>
  );
}
