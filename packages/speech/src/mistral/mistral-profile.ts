import { MISTRAL } from '../limits.ts';
import { cleanKeywords, onlyLanguage } from '../openai-api/hints.ts';
import { type ServerProfile, uploadModel } from '../openai-compatible/server-profile.ts';
import { presentParameters } from '../openai-compatible/transcription-form.ts';

/** Mistral's Voxtral: words in a list of its own, languages of two letters, neither prompt nor response format. */
export const MISTRAL_PROFILE: ServerProfile = {
  // What the newest version costs, whichever that is by now.
  models: [uploadModel('voxtral-mini-latest', 0.0035), uploadModel('voxtral-mini-2602', 0.003)],
  parameters({ languages, keywords }) {
    const language = onlyLanguage(languages);
    return presentParameters({
      language: language.length === 2 ? language : '',
      context_bias: singleWords(keywords).slice(0, MISTRAL.maxWords),
    });
  },
  listsModels: true,
};

/** A word to listen for must hold neither spaces nor commas. */
function singleWords(keywords: readonly string[]): string[] {
  return [...new Set(cleanKeywords(keywords).flatMap((keyword) => keyword.split(/[\s,]+/)))].filter(
    (word) => word !== '',
  );
}
