import { createLanguageModel, type LanguageModelPorts } from '@workspace/language-model/create-language-model';
import { LanguageModelError, type LanguageModelOptions } from '@workspace/language-model/language-model';
import { createTextCleaner } from '@workspace/language-model/text-cleaner';

/** How long a text may be tidied up once it is final; after that it stays as heard. */
const LIMIT_MS = 2_500;

export interface CleanUpContext {
  languages: readonly string[];
  vocabulary: readonly string[];
  signal: AbortSignal;
  /** Called with the reason if the text stays as heard. */
  onKept(why: string): void;
}

/** Tidies a text up, once, using a language model. */
export type CleanUp = (text: string, context: CleanUpContext) => Promise<string>;

/** Creates the function that tidies texts up; they stay as heard on any failure, and if it takes too long. */
export function createCleanUp(options: LanguageModelOptions, ports: LanguageModelPorts): CleanUp {
  return (text, { signal, onKept, ...words }) => {
    let why = 'its answer said something else than you did';
    const cleaner = createTextCleaner(createLanguageModel(options, ports), '', (reason) => {
      if (reason instanceof LanguageModelError) why = reason.message;
    });
    const pending = cleaner.cleanUp(text, words);
    let isLate = false;
    const stop = ports.clock.schedule(LIMIT_MS, () => {
      isLate = true;
      pending.cancel();
    });
    const abort = () => pending.cancel();
    signal.addEventListener('abort', abort);
    return pending.text.then((cleaned) => {
      stop();
      signal.removeEventListener('abort', abort);
      if (cleaned === undefined && !signal.aborted)
        onKept(
          `Not tidied up by ${cleaner.host}: ${isLate ? 'it took too long.' : why.endsWith('.') ? why : `${why}.`}`,
        );
      return cleaned ?? text;
    });
  };
}
