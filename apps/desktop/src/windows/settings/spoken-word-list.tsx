import {
  COMMAND_PHRASES,
  FILLER_EXAMPLES,
  GERMAN_WORDS,
  type SpokenCommand,
  type WordsLanguage,
  wordsLanguages,
} from '@workspace/dictation/spoken-words';
import { languageOf } from './languages.ts';

const COMMANDS: readonly { id: SpokenCommand; does: string }[] = [
  { id: 'newLine', does: 'Starts a new line' },
  { id: 'newParagraph', does: 'Starts a new paragraph' },
  { id: 'scratchThat', does: 'Takes back your last sentence, unless it’s already in the text' },
  { id: 'pressEnter', does: 'Presses Return, as the last thing you say' },
];

/** The spoken commands in each of the user’s languages. */
export function CommandList({ languages }: { languages: readonly string[] }) {
  const known = wordsLanguages(languages);
  if (known.length === 0) return <NoWords />;
  return (
    <details className="text-note">
      <summary className="w-fit rounded-sm">What you can say</summary>
      <div className="mt-2 space-y-3">
        {known.map((language) => (
          <section key={language} aria-label={languageOf(language).name}>
            {known.length > 1 && <h3 className="font-semibold">{languageOf(language).name}</h3>}
            <dl className="mt-1 space-y-1.5">
              {COMMANDS.map(({ id, does }) => (
                <div key={id}>
                  <dt lang={language}>{quoted(COMMAND_PHRASES[language][id])}</dt>
                  <dd className="text-muted">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </details>
  );
}

/** Returns some fillers of the user’s languages, as words in a sentence; empty if none are known. */
export function fillerExamples(languages: readonly string[]): string {
  const known = wordsLanguages(languages);
  const count = known.length > 1 ? 2 : 4;
  return quoted(known.flatMap((language) => examplesOf(language, languages).slice(0, count)));
}

/** Leaves out “er” and “um” if German is set, where they are words. */
function examplesOf(language: WordsLanguage, languages: readonly string[]): readonly string[] {
  const isGermanSet = languages.length > 0 && wordsLanguages(languages).includes('de');
  return FILLER_EXAMPLES[language].filter((word) => !(isGermanSet && GERMAN_WORDS.includes(word)));
}

function NoWords() {
  return (
    <p className="text-note text-muted">
      Commands are known in English, German, French and Spanish. None of these is one of your languages.
    </p>
  );
}

function quoted(phrases: readonly string[]): string {
  return phrases.map((phrase) => `“${phrase}”`).join(', ');
}
