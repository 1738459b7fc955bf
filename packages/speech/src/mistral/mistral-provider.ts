import { MISTRAL } from '../limits.ts';
import { cleanKeywords, onlyLanguage } from '../openai-api/hints.ts';
import { type ServerProfile, uploadModel } from '../openai-compatible/server-profile.ts';
import { presentParameters } from '../openai-compatible/transcription-form.ts';
import { createUploadProvider } from '../openai-compatible/upload-provider.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';

/** Mistral's Voxtral: keywords in a separate list, two-letter languages, neither prompt nor response format. */
export const MISTRAL_PROFILE: ServerProfile = {
  // `latest` is priced like the newest version, whichever that is.
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

/** Splits keywords into words, since entries of the list must not contain spaces or commas. */
function singleWords(keywords: readonly string[]): string[] {
  return [...new Set(cleanKeywords(keywords).flatMap((keyword) => keyword.split(/[\s,]+/)))].filter(
    (word) => word !== '',
  );
}

/** Mistral. The base URL goes up to and including `/v1`. */
export function createMistralProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  return createUploadProvider('mistral', MISTRAL_PROFILE, options, ports);
}
