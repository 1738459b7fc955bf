import { cleanKeywords, languageCodes, onlyLanguage } from '../openai-api/hints.ts';
import { traitsOf } from '../openai-api/model-traits.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';

/** The fields of a session that can be omitted if the provider refuses them: the text is worse, but it arrives. */
export type OptionalField = 'language' | 'languages' | 'keywords' | 'prompt' | 'delay';

/** Optional fields of a session: what the model supports and the user has set. */
export type OptionalFields = Partial<Record<OptionalField, string | string[]>>;

/** Returns the optional fields that a model accepts. Keywords go into the prompt if it accepts one but no list. */
export function optionalFields(config: SttConfig): OptionalFields {
  const { live, takesLists, takesPrompt } = traitsOf(config.model);
  const languages = languageCodes(config.languages);
  const keywords = cleanKeywords(config.keywords);
  const wordsForPrompt = takesLists ? '' : keywords.join(', ');
  const fields: OptionalFields = {
    delay: live ? 'low' : '',
    ...(takesLists ? { languages, keywords } : { language: onlyLanguage(config.languages) }),
    prompt: takesPrompt ? `${config.prompt ?? ''} ${wordsForPrompt}`.trim() : '',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0));
}

/**
 * Returns the event that configures a session. Voice activity detection is disabled explicitly: models that support it
 * would otherwise segment the audio themselves.
 */
export function sessionUpdate(eventId: string, model: string, fields: OptionalFields): object {
  return {
    type: 'session.update',
    event_id: eventId,
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: SAMPLE_RATE },
          transcription: { model, ...fields },
          turn_detection: null,
        },
      },
    },
  };
}

/** Returns the sent field that an error is about: by the parameter it names, else by its message. */
export function refusedField(
  fields: OptionalFields,
  error: { param?: string | undefined; message?: string | undefined },
): OptionalField | undefined {
  const sent = Object.keys(fields) as OptionalField[];
  const isNamedIn = (text: string) => (field: OptionalField) => new RegExp(`\\b${field}\\b`, 'i').test(text);
  return sent.find(isNamedIn(error.param ?? '')) ?? sent.find(isNamedIn(error.message ?? ''));
}
